// shows: shared_future read by several threads; wait_for says ready, timeout or deferred
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::promise<int> promise;
  std::shared_future<int> shared = promise.get_future().share();
  assert(shared.wait_for(1ms) == std::future_status::timeout);
  int seen[2] = {};
  std::thread a([&seen, shared] { seen[0] = shared.get(); });
  std::thread b([&seen, shared] { seen[1] = shared.get(); });
  promise.set_value(9);
  assert(shared.wait_for(0s) == std::future_status::ready);
  a.join();
  b.join();
  assert(seen[0] == 9 && seen[1] == 9);
  auto deferred = std::async(std::launch::deferred, [] { return 1; });
  assert(deferred.wait_for(0s) == std::future_status::deferred && deferred.get() == 1);
}
