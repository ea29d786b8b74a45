// (c) Sixteen threads around one bounded queue: eight put four items each, eight take until all are gone.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "peak_memory.h"

namespace {
class BoundedQueue {
 public:
  void Put(int value) {
    std::unique_lock<std::mutex> lock(mutex_);
    not_full_.wait(lock, [&] { return items_.size() < 4; });
    items_.push_back(value);
    not_empty_.notify_one();
  }
  int Take() {
    std::unique_lock<std::mutex> lock(mutex_);
    not_empty_.wait(lock, [&] { return !items_.empty(); });
    const int value = items_.front();
    items_.pop_front();
    not_full_.notify_one();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_full_, not_empty_;
  std::deque<int> items_;
};
}  // namespace

int main() {
  BoundedQueue queue;
  int sums[8] = {};
  std::vector<std::thread> threads;
  for (int p = 0; p < 8; ++p)
    threads.emplace_back([&queue, p] {
      for (int i = 0; i < 4; ++i) queue.Put(p * 4 + i);
    });
  for (int c = 0; c < 8; ++c)
    threads.emplace_back([&queue, &sums, c] {
      for (int i = 0; i < 4; ++i) sums[c] += queue.Take();
    });
  for (auto& thread : threads) thread.join();
  int sum = 0;
  for (int s : sums) sum += s;
  TellPeakMemory();
  return sum != 31 * 32 / 2;
}
