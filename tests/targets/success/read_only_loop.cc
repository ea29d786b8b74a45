// shows: a long loop that only reads and compares, while the other thread spins for it, is no livelock: it ends
// schedules: 5
#include <atomic>
#include <thread>

static std::atomic<int> limit = 30000;
static std::atomic<bool> done;

int main() {
  std::thread waits([&] {
    while (!done) {
    }
  });
  for (int i = 0; i < limit; i++) {
  }
  done = true;
  waits.join();
}
