// shows: reading files and directories in a run: the same every time, offsets start again
#include <cassert>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

static std::ifstream shared("/proc/self/cmdline");

static void Use() {
  std::ifstream passwd("/etc/passwd");
  std::string line;
  assert(std::getline(passwd, line) && line.find(':') != std::string::npos);
  int entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/etc")) entries += !entry.path().empty();
  assert(entries > 0 && !std::filesystem::exists("/no/such/file"));
}

int main() {
  assert(shared.good());
  std::thread a(Use), b(Use);
  a.join();
  b.join();
  std::string name;
  assert(std::getline(shared, name, '\0') && !name.empty());
}
