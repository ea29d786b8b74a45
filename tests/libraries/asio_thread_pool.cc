// shows: asio::thread_pool with posted work and a future
// compile: -DASIO_STANDALONE
#include <asio.hpp>
#include <atomic>
#include <cassert>
#include <future>

int main() {
  asio::thread_pool pool(2);
  std::atomic<int> sum = 0;
  for (int i = 1; i <= 3; i++) asio::post(pool, [&sum, i] { sum += i; });
  std::future<int> answer = asio::post(pool, std::packaged_task<int()>([] { return 42; }));
  assert(answer.get() == 42);
  pool.join();
  assert(sum == 6);
}
