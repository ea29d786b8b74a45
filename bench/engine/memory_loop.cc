// (e) A memory-bound loop: two threads, each passing ROUNDS times over 1 MB of its own, then adding to a common sum under a
// lock. What it costs is what the hooks on plain accesses cost. With "vector" the same through std::vector, whose every
// operator[] reads the vector as well as the element. usage: memory_loop array|vector ROUNDS
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

namespace {
constexpr unsigned kWords = (1 << 20) / sizeof(unsigned);
std::mutex mutex;
unsigned total = 0;

template <typename Words>  // unsigned* or std::vector<unsigned>&
void Pass(Words words, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    unsigned sum = 0;
    for (unsigned i = 1; i < kWords; ++i) {
      words[i] += words[i - 1] ^ i;
      sum += words[i];
    }
    std::lock_guard<std::mutex> guard(mutex);
    total += sum;
  }
}

template <typename Words>
void Run(Words left, Words right, int rounds) {
  std::thread a([&left, rounds] { Pass<Words>(left, rounds); }), b([&right, rounds] { Pass<Words>(right, rounds); });
  a.join();
  b.join();
}
}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const int rounds = std::atoi(argv[2]);
  std::vector<unsigned> left(kWords, 1), right(kWords, 2);
  if (std::strcmp(argv[1], "vector") == 0) Run<std::vector<unsigned>&>(left, right, rounds);
  else Run<unsigned*>(left.data(), right.data(), rounds);
  return total == 12345;  // the compiler may not drop the sum
}
