#include "object_pool.h"

GenericObjectPool::~GenericObjectPool() {
  for (Connection* connection : idle_) factory_.destroyObject(connection);
}

Connection* GenericObjectPool::takeIdle() {
  Guard guard(monitor_);
  if (idle_.empty()) return nullptr;
  Connection* connection = idle_.front();
  idle_.pop_front();
  return connection;
}

Connection* GenericObjectPool::borrowObject() {
  Connection* connection = nullptr;
  {
    Guard guard(monitor_);
    connection = takeIdle();
    if (connection == nullptr && numActive_ + getNumIdle() >= maxActive_) return nullptr;
    numActive_++;
  }
  if (connection == nullptr) connection = factory_.makeObject();
  factory_.activateObject(connection);
  return connection;
}

void GenericObjectPool::returnObject(Connection* connection) {
  factory_.passivateObject(connection);
  addObjectToPool(connection, true);
}

void GenericObjectPool::invalidateObject(Connection* connection) {
  factory_.destroyObject(connection);
  Guard guard(monitor_);
  numActive_--;
}

void GenericObjectPool::addObject() {
  Connection* connection = factory_.makeObject();
  addObjectToPool(connection, false);
}

void GenericObjectPool::addObjectToPool(Connection* connection, bool decrementActive) {
  Guard guard(monitor_);
  idle_.push_back(connection);
  if (decrementActive) numActive_--;
}

// Destroys what has become invalid while it was idle.
void GenericObjectPool::evict() {
  Guard guard(monitor_);
  for (auto entry = idle_.begin(); entry != idle_.end();) {
    if (factory_.validateObject(*entry)) {
      ++entry;
      continue;
    }
    factory_.destroyObject(*entry);
    entry = idle_.erase(entry);
  }
  evictions_++;
}

void GenericObjectPool::ensureMinIdle() {
  int deficit = calculateDeficit();
  for (int i = 0; i < deficit && calculateDeficit() > 0; i++) addObject();
}

int GenericObjectPool::calculateDeficit() {
  Guard guard(monitor_);
  int deficit = minIdle_ - getNumIdle();
  int growLimit = maxActive_ - getNumActive() - getNumIdle();
  if (growLimit < deficit) deficit = growLimit;
  return deficit;
}

int GenericObjectPool::getNumActive() {
  Guard guard(monitor_);
  return numActive_;
}

int GenericObjectPool::getNumIdle() {
  Guard guard(monitor_);
  return static_cast<int>(idle_.size());
}

int GenericObjectPool::getMaxActive() {
  Guard guard(monitor_);
  return maxActive_;
}

void GenericObjectPool::setMaxActive(int maxActive) {
  Guard guard(monitor_);
  maxActive_ = maxActive;
}
