// shows: the thread-pool package: futures and a drained pool
#include <atomic>
#include <cassert>
#include <future>
#include <thread_pool/thread_pool.hpp>

int main() {
  std::atomic<int> sum = 0;
  {
    thread_pool::ThreadPool pool(2);
    auto a = pool.Submit([&] { return sum += 1; });
    auto b = pool.Submit([&](int n) { return sum += n; }, 2);
    a.get();
    b.get();
  }
  assert(sum == 3);
}
