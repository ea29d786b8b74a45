// shows: a program that asks for ever more memory ends within its limit, with a finding
// flags: --mem 256M --run-timeout 20s
// schedules: 2
// expect-exit: 1
// kind: exception|abort|signal|exit|heap|timeout
#include <cstring>
#include <thread>
#include <vector>

int main() {
  std::thread thread([] {
    std::vector<char*> blocks;
    for (;;) {
      blocks.push_back(new char[1 << 20]);
      memset(blocks.back(), 1, 1 << 20);
    }
  });
  thread.join();
}
