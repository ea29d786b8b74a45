// shows: a condition_variable_any that waits with a stop token is woken by the stop and by the queue
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex m;
  std::condition_variable_any filled;
  std::deque<int> queue;
  int sum = 0;
  {
    std::jthread worker([&](std::stop_token stop) {
      std::unique_lock lock(m);
      for (;;) {
        if (!filled.wait(lock, stop, [&] { return !queue.empty(); })) return;
        sum += queue.front();
        queue.pop_front();
      }
    });
    for (int i = 1; i <= 2; ++i) {
      std::lock_guard lock(m);
      queue.push_back(i);
      filled.notify_one();
    }
  }
  for (int left : queue) sum += left;
  assert(sum == 3);
}
