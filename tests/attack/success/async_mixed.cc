// shows: std::async with and without a thread, and a future's destructor that waits
#include <atomic>
#include <cassert>
#include <future>

static std::atomic<int> done;

int main() {
  int plain = 0;
  {
    auto waits = std::async(std::launch::async, [&] { plain = 3, ++done; });
  }  // waits for it
  assert(plain == 3 && done == 1);
  auto lazy = std::async(std::launch::deferred, [&] { return ++plain; });
  auto eager = std::async(std::launch::async, [] { return 10; });
  assert(eager.get() == 10);
  assert(lazy.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
  assert(lazy.get() == 4);
}
