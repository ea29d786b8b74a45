// One thread copies a vector of open orders for its report while another one closes some of them.
#include <cassert>
#include <thread>

#include "vector.h"

int main() {
  Vector orders(2);
  for (const char* name : {"north", "east", "south", "west"}) orders.addElement(name);
  Vector closed;
  closed.addElement("east");
  std::thread report([&] {
    const Vector copy(orders);
    assert(copy.contains("north"));
    assert(copy.size() == 4 || copy.size() == 2 || copy.size() == 3);
  });
  std::thread desk([&] {
    orders.removeAll(closed);
    orders.removeElementAt(2);
    orders.trimToSize();
  });
  report.join();
  desk.join();
  assert(orders.toString() == "[north, south]");
  Enumeration all(orders);
  while (all.hasMoreElements()) assert(closed.indexOf(all.nextElement()) < 0);
}
