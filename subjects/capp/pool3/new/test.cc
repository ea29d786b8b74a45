// A borrower that waits for an exhausted key does not keep one of another key from being served.
#include <cassert>
#include <thread>

#include "keyed_pool.h"

namespace {
constexpr int kOne = 1, kTwo = 2;

void useOne(KeyedObjectPool& pool) {
  Connection* connection = pool.borrowObject(kOne);
  pool.returnObject(connection);
}
}  // namespace

int main() {
  KeyedFactory factory;
  {
    KeyedObjectPool pool(factory, 1);
    Connection* one = pool.borrowObject(kOne);
    std::thread other(useOne, std::ref(pool));
    Connection* two = pool.borrowObject(kTwo);
    assert(pool.getNumActive(kTwo) == 1);
    pool.returnObject(two);
    pool.returnObject(one);
    other.join();
    assert(pool.getNumActive(kOne) == 0);
    assert(pool.getNumIdle(kOne) == 1);
  }
  assert(factory.live() == 0);
}
