// shows: a loop that changes memory for ever: no spin, no end
// kind: timeout|livelock
// always: yes
// flags: --run-timeout 1s
// explore-flags: --max-steps 20000
// replays: 5
#include <atomic>
#include <thread>

static std::atomic<unsigned> counter;

int main() {
  std::thread thread([] {
    for (;;) counter++;
  });
  thread.join();
}
