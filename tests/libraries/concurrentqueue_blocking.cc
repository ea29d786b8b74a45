// shows: moodycamel::BlockingConcurrentQueue: wait_dequeue sleeps on its semaphore, timed wait
#include <cassert>
#include <concurrentqueue/blockingconcurrentqueue.h>
#include <thread>

int main() {
  moodycamel::BlockingConcurrentQueue<int> queue;
  int got[2] = {};
  std::thread a([&] { queue.wait_dequeue(got[0]); });
  std::thread b([&] { queue.wait_dequeue(got[1]); });
  queue.enqueue(1);
  queue.enqueue(2);
  a.join();
  b.join();
  assert(got[0] + got[1] == 3);
  int none;
  assert(!queue.wait_dequeue_timed(none, 1000));
}
