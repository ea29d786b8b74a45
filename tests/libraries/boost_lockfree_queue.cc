// shows: boost::lockfree::queue with two producers and a consumer
// races: yes (the free list reads the link of a node that another thread may be reusing; the tag of the pointer makes it harmless)
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::queue<int> queue(8);
  auto produce = [&](int from) {
    while (!queue.push(from)) {
    }
    while (!queue.push(from + 1)) {
    }
  };
  int sum = 0;
  std::thread a(produce, 1), b(produce, 3);
  std::thread consumer([&] {
    for (int taken = 0, item; taken < 4;) {
      if (queue.pop(item)) sum += item, taken++;
      else std::this_thread::yield();
    }
  });
  a.join();
  b.join();
  consumer.join();
  assert(sum == 10 && queue.empty());
}
