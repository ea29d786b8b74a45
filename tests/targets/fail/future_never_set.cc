// shows: a promise that is fulfilled only when a race goes one way
// kind: deadlock
#include <atomic>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::atomic<int> mode = 0;
  std::thread sets([&] {
    if (mode == 0) promise.set_value(1);
  });
  std::thread decides([&] { mode = 1; });
  future.get();
  sets.join();
  decides.join();
}
