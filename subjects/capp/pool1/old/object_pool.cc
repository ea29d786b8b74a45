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
    if (connection != nullptr) {
      numActive_++;
    } else {
      if (numActive_ + numInternalProcessing_ + getNumIdle() >= maxActive_) return nullptr;
      numInternalProcessing_++;
    }
  }
  if (connection == nullptr) {
    connection = factory_.makeObject();
    Guard guard(monitor_);
    numInternalProcessing_--;
    numActive_++;
  }
  factory_.activateObject(connection);
  return connection;
}

void GenericObjectPool::returnObject(Connection* connection) {
  factory_.passivateObject(connection);
  addObjectToPool(connection, true, false);
}

void GenericObjectPool::invalidateObject(Connection* connection) {
  factory_.destroyObject(connection);
  Guard guard(monitor_);
  numActive_--;
}

void GenericObjectPool::addObject() {
  {
    Guard guard(monitor_);
    numInternalProcessing_++;
  }
  Connection* connection = factory_.makeObject();
  addObjectToPool(connection, false, true);
}

void GenericObjectPool::addObjectToPool(Connection* connection, bool decrementActive, bool decrementInternal) {
  Guard guard(monitor_);
  idle_.push_back(connection);
  if (decrementActive) numActive_--;
  if (decrementInternal) numInternalProcessing_--;
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
  int deficit = calculateDeficit(false);
  for (int i = 0; i < deficit && calculateDeficit(true) > 0; i++) {
    Connection* connection = factory_.makeObject();
    addObjectToPool(connection, false, true);
  }
}

int GenericObjectPool::calculateDeficit(bool incrementInternal) {
  Guard guard(monitor_);
  int deficit = minIdle_ - getNumIdle();
  int growLimit = maxActive_ - getNumActive() - getNumIdle() - numInternalProcessing_;
  if (growLimit < deficit) deficit = growLimit;
  if (incrementInternal && deficit > 0) numInternalProcessing_++;
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
