// shows: two threads that spin on each other's flag for ever, without a yield
// kind: livelock
// always: yes
#include <atomic>
#include <thread>

static std::atomic<bool> first, second;

int main() {
  std::thread a([] {
    while (!first) {
    }
    second = true;
  });
  std::thread b([] {
    while (!second) {
    }
    first = true;
  });
  a.join();
  b.join();
}
