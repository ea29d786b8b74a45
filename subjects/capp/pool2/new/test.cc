// While the maintenance fills the pool up, a client borrows a connection and keeps it: the factory never has more
// connections than the pool may have.
#include <cassert>
#include <thread>

#include "object_pool.h"

namespace {
void maintain(GenericObjectPool& pool) {
#ifndef FAULT_ONLY
  pool.evict();
#endif
  pool.ensureMinIdle();
}

void useConnection(GenericObjectPool& pool, ConnectionFactory& factory, Connection*& connection) {
#ifndef FAULT_ONLY
  if (pool.getNumActive() > pool.getMaxActive()) return;
#endif
  connection = pool.borrowObject();
  if (connection != nullptr) assert(factory.validateObject(connection));
}
}  // namespace

int main() {
  ConnectionFactory factory(2);
  {
    GenericObjectPool pool(factory, 2, 1);
    Connection* held = pool.borrowObject();
    Connection* borrowed = nullptr;
    std::thread maintenance(maintain, std::ref(pool));
    std::thread client(useConnection, std::ref(pool), std::ref(factory), std::ref(borrowed));
    maintenance.join();
    client.join();
    pool.returnObject(held);
    if (borrowed != nullptr) pool.returnObject(borrowed);
    assert(pool.getNumActive() == 0);
  }
  assert(factory.live() == 0);
}
