// shows: boost::lockfree::spsc_queue keeps order and loses nothing
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;
  std::thread producer([&] {
    for (int i = 1; i <= 4; i++) {
      while (!queue.push(i)) std::this_thread::yield();
    }
  });
  std::thread consumer([&] {
    for (int expected = 1, item; expected <= 4;) {
      if (queue.pop(item)) assert(item == expected++);
      else std::this_thread::yield();
    }
  });
  producer.join();
  consumer.join();
}
