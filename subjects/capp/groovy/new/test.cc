// A map is rebuilt by one thread and read by another: both come to an end and no entry is lost.
#include <cassert>
#include <thread>

#include "read_map.h"

int main() {
  ConcurrentReadMap map(1);
  map.put(1, "one");
  map.put(2, "two");
  std::thread writer([&map] {
    map.rebuild(2);
    map.put(3, "three");
  });
  std::thread reader([&map] { assert(map.get(1) == "one"); });
  writer.join();
  reader.join();
  assert(map.size() == 3);
#ifndef FAULT_ONLY
  assert(map.statistics().reads() == 1);
#endif
}
