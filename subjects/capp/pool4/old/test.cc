// Two clients share the only connection of a key, after some work with keys of their own: both come to an end.
#include <cassert>
#include <thread>

#include "keyed_pool.h"

namespace {
constexpr int kShared = 1;

void work(KeyedObjectPool& pool, [[maybe_unused]] int own) {
#ifndef FAULT_ONLY
  pool.returnObject(pool.borrowObject(own));
#endif
  Connection* connection = pool.borrowObject(kShared);
  pool.returnObject(connection);
}
}  // namespace

int main() {
  KeyedFactory factory;
  {
    KeyedObjectPool pool(factory, 1);
    std::thread a(work, std::ref(pool), 2), b(work, std::ref(pool), 3);
    a.join();
    b.join();
    assert(pool.getNumActive(kShared) == 0);
    pool.clear(kShared);
    assert(pool.getNumIdle(kShared) == 0);
  }
  assert(factory.live() == 0);
}
