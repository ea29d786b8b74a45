// Two clients allocate and free blocks of one vector: no block is given to both.
#include <cassert>
#include <thread>

#include "client.h"

int main() {
  AllocationVector vector(4);
  Statistics statistics;
  Client first(vector, statistics);
  Client second(vector, statistics);
  std::thread a(&Client::run, &first, 1, 2);
  std::thread b(&Client::run, &second, 1, 2);
  a.join();
  b.join();
  assert(first.result() == 0);
  assert(second.result() == 0);
#ifndef FAULT_ONLY
  assert(statistics.balance() == 0);
#endif
}
