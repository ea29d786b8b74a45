// A bounded queue whose Close() takes no lock: a failure in some orders, and a first run that covers what others do not.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

struct Queue {
  std::mutex mutex;
  std::condition_variable changed;
  int items[2], head = 0, count = 0;
  bool closed = false;

  bool Push(int value) {
    std::unique_lock guard(mutex);
    while (count == 2 && !closed) changed.wait(guard);
    if (closed) return false;
    items[(head + count) % 2] = value;
    ++count;
    changed.notify_all();
    return true;
  }
  bool Pop(int& value) {
    std::unique_lock guard(mutex);
    while (count == 0 && !closed) changed.wait(guard);
    if (count == 0) return false;
    value = items[head];
    head = (head + 1) % 2;
    --count;
    changed.notify_all();
    return true;
  }
  void Close() {
    closed = true;
    changed.notify_all();
  }
};

Queue queue;
int sum;

int main() {
  std::thread producer([] {
    for (int i = 1; i < 4; ++i) queue.Push(i);
    queue.Close();
  });
  std::thread consumer([] {
    int value;
    while (queue.Pop(value)) sum += value;
  });
  producer.join();
  consumer.join();
  assert(sum == 6);
}
