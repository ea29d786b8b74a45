// shows: quick_exit is no end before the other threads' last steps either
// kind: assert
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

static std::atomic<bool> leaving;

int main() {
  std::thread([] { assert(!leaving); }).detach();
  leaving = true;
  std::quick_exit(0);
}
