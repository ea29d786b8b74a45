// shows: packaged_task run by another thread and run again after reset
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::packaged_task<int(int)> task([](int n) { return n * 2; });
  std::future<int> first = task.get_future();
  std::thread thread([&] {
    task(21);
    task.reset();
  });
  assert(first.get() == 42);
  thread.join();
  std::future<int> second = task.get_future();
  task(5);
  assert(second.get() == 10);
}
