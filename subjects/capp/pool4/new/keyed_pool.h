// A pool of connections by key: at most maxActive of a key are out. Borrowers queue up and are served in their order.
#pragma once
#include <deque>
#include <map>
#include <mutex>

#include "keyed_factory.h"
#include "latch.h"

class KeyedObjectPool {
 public:
  KeyedObjectPool(KeyedFactory& factory, int maxActive) : factory_(factory), maxActive_(maxActive) {}
  ~KeyedObjectPool();

  Connection* borrowObject(int key);
  void returnObject(Connection* connection);
  void invalidateObject(Connection* connection);
  void clear(int key);
  int getNumActive(int key);
  int getNumIdle(int key);

 private:
  struct ObjectQueue {
    std::deque<Connection*> idle;
    int active = 0;
  };
  using Guard = std::lock_guard<std::recursive_mutex>;

  void allocate();  // serves waiting borrowers
  void enqueue(Latch& latch);
  ObjectQueue& queueOf(int key) { return queues_[key]; }

  KeyedFactory& factory_;
  const int maxActive_;
  std::recursive_mutex monitor_;
  std::map<int, ObjectQueue> queues_;
  std::deque<Latch*> allocationQueue_;
};
