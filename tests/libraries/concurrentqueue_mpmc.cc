// shows: moodycamel::ConcurrentQueue, two producers and two consumers
#include <atomic>
#include <cassert>
#include <concurrentqueue/concurrentqueue.h>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue(8);
  std::atomic<int> sum = 0, taken = 0;
  auto produce = [&](int from) {
    assert(queue.enqueue(from));
    assert(queue.enqueue(from + 1));
  };
  auto consume = [&] {
    for (int tries = 0; tries < 3; tries++) {
      int item;
      if (queue.try_dequeue(item)) sum += item, taken++;
    }
  };
  std::thread a(produce, 1), b(produce, 3), c(consume), d(consume);
  a.join();
  b.join();
  c.join();
  d.join();
  for (int item; queue.try_dequeue(item);) sum += item, taken++;
  assert(taken == 4 && sum == 10);
}
