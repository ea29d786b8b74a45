// shows: boost::lockfree::stack with a fixed size, pushed and popped by three threads
// races: yes (the free list reads the link of a node that another thread may be reusing; the tag of the pointer makes it harmless)
#include <atomic>
#include <boost/lockfree/stack.hpp>
#include <cassert>
#include <thread>

int main() {
  boost::lockfree::stack<int, boost::lockfree::capacity<4>> stack;
  std::atomic<int> sum = 0;
  auto run = [&](int value) {
    assert(stack.push(value));
    int item;
    assert(stack.pop(item));  // everybody pushed before popping
    sum += item;
  };
  std::thread a(run, 1), b(run, 2), c(run, 4);
  a.join();
  b.join();
  c.join();
  assert(sum == 7 && stack.empty());
}
