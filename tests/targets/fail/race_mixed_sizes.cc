// shows: a byte of a word is written while the word is read
// kind: race
// message: data race
#include <cstdint>
#include <cstring>
#include <thread>

static union {
  std::uint32_t word;
  std::uint8_t bytes[4];
} shared;

int main() {
  std::thread writer([] { shared.bytes[2] = 1; });
  std::uint32_t seen;
  std::memcpy(&seen, &shared.word, sizeof seen);
  writer.join();
  return seen == 99;
}
