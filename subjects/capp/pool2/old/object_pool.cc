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
  Guard guard(monitor_);
  Connection* connection = takeIdle();
  if (connection == nullptr) {
    if (numActive_ + getNumIdle() >= maxActive_) return nullptr;
    connection = factory_.makeObject();
  }
  numActive_++;
  factory_.activateObject(connection);
  return connection;
}

void GenericObjectPool::returnObject(Connection* connection) {
  Guard guard(monitor_);
  factory_.passivateObject(connection);
  numActive_--;
  idle_.push_back(connection);
}

void GenericObjectPool::invalidateObject(Connection* connection) {
  Guard guard(monitor_);
  factory_.destroyObject(connection);
  numActive_--;
}

void GenericObjectPool::addObject() {
  Guard guard(monitor_);
  Connection* connection = factory_.makeObject();
  factory_.passivateObject(connection);
  idle_.push_back(connection);
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
  Guard guard(monitor_);
  while (calculateDeficit() > 0) addObject();
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
