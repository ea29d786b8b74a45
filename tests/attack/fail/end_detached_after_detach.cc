// shows: a detached thread reads what main changes after detaching it, and nobody waits
// kind: assert
#include <cassert>
#include <thread>

static int value = 1;

int main() {
  std::thread([] { assert(value == 1); }).detach();
  value = 2;
}
