// spsc_queue of Debian's libboost-dev: one writer, one reader, no lock. Only this file is ours.
#include <boost/lockfree/spsc_queue.hpp>

#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;
  std::thread writer([&] {
    for (int i = 1; i <= 2; ++i) queue.push(i);
  });
  int sum = 0;
  std::thread reader([&] {
    for (int tries = 0, value = 0; tries < 2; ++tries)
      if (queue.pop(value)) sum += value;
  });
  writer.join();
  reader.join();
  return sum <= 3 ? 0 : 1;
}
