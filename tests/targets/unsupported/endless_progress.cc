// shows: a loop that changes memory for ever: no failure, but a test that cannot be explored to its end
// flags: --run-timeout 1s
// explore-flags: --max-steps 20000
// schedules: 3
// expect-exit: 0
// message: not covered: what comes after the step limit, which 3 runs reached .--max-steps.: thread 0.1 is at .*endless_progress.cc:15
// forbid-output: timeout|nothing left
#include <atomic>
#include <thread>

static std::atomic<unsigned> counter;

int main() {
  std::thread thread([] {
    for (;;) counter++;
  });
  thread.join();
}
