// Edits that change nothing about concurrency. V 0: as it is; 1: comments and formatting; 2: functions in another order;
// 3: one more thread that has nothing to do with the others.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

struct Queue {
  void Push(int value);
  int Pop();

  std::mutex mutex;
  std::condition_variable filled;
  std::deque<int> items;
  int taken = 0;
};
Queue queue;
int total, unrelated;

#if V != 1
void Queue::Push(int value) {
  std::lock_guard<std::mutex> guard(mutex);
  items.push_back(value);
  filled.notify_one();
}
#else
// Appends a value
// and wakes somebody.
void Queue::Push(int value)
{
  std::lock_guard<std::mutex>
      guard(mutex);          // the queue's

  items.push_back( value );
  filled . notify_one();
}
#endif

#if V == 2
void Produce(int from) {
  for (int i = 0; i < 3; ++i) queue.Push(from + i);
}
#endif

int Queue::Pop() {
  std::unique_lock<std::mutex> guard(mutex);
  filled.wait(guard, [this] { return !items.empty(); });
  const int value = items.front();
  items.pop_front();
  ++taken;
  return value;
}

void Consume(int count) {
  for (int i = 0; i < count; ++i) {
    const int value = queue.Pop();
    std::lock_guard<std::mutex> guard(queue.mutex);
    total += value;
  }
}

#if V != 2
void Produce(int from) {
  for (int i = 0; i < 3; ++i) queue.Push(from + i);
}
#endif

int main() {
  std::vector<std::thread> threads;
  threads.emplace_back(Produce, 10);
#if V == 3
  std::thread stranger([] { ++unrelated; });
#endif
  threads.emplace_back(Produce, 20);
  threads.emplace_back(Consume, 6);
  for (std::thread& thread : threads) thread.join();
#if V == 3
  stranger.join();
#endif
  const int sum = total + queue.taken;
  total = sum;
  return total == 0;
}
