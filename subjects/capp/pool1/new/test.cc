// A client replaces its broken connection while the maintenance fills the pool up: the factory never has more connections
// than the pool may have.
#include <cassert>
#include <thread>

#include "object_pool.h"

namespace {
void checkLimits([[maybe_unused]] GenericObjectPool& pool) {
#ifndef FAULT_ONLY
  assert(pool.getNumActive() <= pool.getMaxActive());
  assert(pool.getNumIdle() <= pool.getMaxActive());
#endif
}

void maintain(GenericObjectPool& pool) {
  checkLimits(pool);
#ifndef FAULT_ONLY
  pool.evict();
#endif
  pool.ensureMinIdle();
  checkLimits(pool);
}

Connection* replaceConnection(GenericObjectPool& pool, ConnectionFactory& factory, Connection* connection) {
  checkLimits(pool);
  if (!factory.validateObject(connection)) {
    pool.invalidateObject(connection);
    connection = pool.borrowObject();
  }
  return connection;
}

void work(GenericObjectPool& pool, ConnectionFactory& factory, Connection* connection) {
  checkLimits(pool);
  connection = replaceConnection(pool, factory, connection);
  if (connection == nullptr) return;  // the maintenance had it made
  checkLimits(pool);
  pool.returnObject(connection);
}
}  // namespace

int main() {
  ConnectionFactory factory(2);
  {
    GenericObjectPool pool(factory, 2, 1);
    Connection* held = pool.borrowObject();
    Connection* broken = pool.borrowObject();
    broken->valid = false;
    std::thread client(work, std::ref(pool), std::ref(factory), broken);
    std::thread maintenance(maintain, std::ref(pool));
    client.join();
    maintenance.join();
    pool.returnObject(held);
    assert(pool.getNumActive() == 0);
  }
  assert(factory.live() == 0);
}
