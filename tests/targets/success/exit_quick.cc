// shows: quick_exit runs at_quick_exit handlers only; _Exit runs none
#include <cstdlib>
#include <thread>

static int stage;

int main() {
  std::atexit([] { std::abort(); });
  std::at_quick_exit([] { std::_Exit(stage == 1 ? 0 : 1); });
  std::thread thread([] {
    stage = 1;
    std::quick_exit(3);
  });
  thread.join();
  std::abort();
}
