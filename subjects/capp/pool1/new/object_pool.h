// A pool of connections: at most maxActive are out or being made, at least minIdle are kept ready by the maintenance.
#pragma once
#include <deque>
#include <mutex>

#include "connection_factory.h"

class GenericObjectPool {
 public:
  GenericObjectPool(ConnectionFactory& factory, int maxActive, int minIdle)
      : factory_(factory), maxActive_(maxActive), minIdle_(minIdle) {}
  ~GenericObjectPool();

  Connection* borrowObject();  // null: exhausted
  void returnObject(Connection* connection);
  void invalidateObject(Connection* connection);
  void addObject();
  void evict();
  void ensureMinIdle();

  int getNumActive();
  int getNumIdle();
  int getMaxActive();
  void setMaxActive(int maxActive);

 private:
  using Guard = std::lock_guard<std::recursive_mutex>;

  int calculateDeficit();
  void addObjectToPool(Connection* connection, bool decrementActive);
  Connection* takeIdle();

  ConnectionFactory& factory_;
  std::recursive_mutex monitor_;
  std::deque<Connection*> idle_;
  int maxActive_;
  int minIdle_;
  int numActive_ = 0;
  int evictions_ = 0;
};
