// shows: a pointer cleared between the test and the use
// kind: signal
#include <atomic>
#include <thread>

static int value = 5;
static std::atomic<int*> pointer{&value};

int main() {
  std::thread clears([] { pointer = nullptr; });
  int sum = 0;
  if (pointer.load()) sum = *pointer.load();
  clears.join();
  return sum < 0;
}
