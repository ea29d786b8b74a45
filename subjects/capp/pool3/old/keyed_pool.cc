#include "keyed_pool.h"

KeyedObjectPool::~KeyedObjectPool() {
  for (auto& [key, queue] : queues_)
    for (Connection* connection : queue.idle) factory_.destroyObject(connection);
}

Connection* KeyedObjectPool::borrowObject(int key) {
  Latch latch(key);
  {
    Guard guard(monitor_);
    allocationQueue_.push_back(&latch);
    allocate();
  }
  latch.await();
  Connection* connection = latch.connection();
  if (connection == nullptr) connection = factory_.makeObject(key);
  factory_.activateObject(connection);
  return connection;
}

void KeyedObjectPool::returnObject(Connection* connection) {
  factory_.passivateObject(connection);
  Guard guard(monitor_);
  ObjectQueue& queue = queueOf(connection->key);
  queue.active--;
  queue.idle.push_back(connection);
  allocate();
}

void KeyedObjectPool::invalidateObject(Connection* connection) {
  const int key = connection->key;
  factory_.destroyObject(connection);
  Guard guard(monitor_);
  queueOf(key).active--;
  allocate();
}

// Destroys the idle objects of a key.
void KeyedObjectPool::clear(int key) {
  std::deque<Connection*> idle;
  {
    Guard guard(monitor_);
    idle.swap(queueOf(key).idle);
    allocate();
  }
  for (Connection* connection : idle) factory_.destroyObject(connection);
}

int KeyedObjectPool::getNumActive(int key) {
  Guard guard(monitor_);
  return queueOf(key).active;
}

int KeyedObjectPool::getNumIdle(int key) {
  Guard guard(monitor_);
  return static_cast<int>(queueOf(key).idle.size());
}

void KeyedObjectPool::allocate() {
  Guard guard(monitor_);
  for (auto waiting = allocationQueue_.begin(); waiting != allocationQueue_.end();) {
    Latch* latch = *waiting;
    ObjectQueue& queue = queueOf(latch->key());
    if (queue.active >= maxActive_) {
      ++waiting;
      continue;
    }
    Connection* connection = nullptr;
    if (!queue.idle.empty()) {
      connection = queue.idle.front();
      queue.idle.pop_front();
    }
    queue.active++;
    waiting = allocationQueue_.erase(waiting);
    latch->serve(connection);
  }
}
