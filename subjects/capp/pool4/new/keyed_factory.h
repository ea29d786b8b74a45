// Makes the pooled objects of each key.
#pragma once
#include <atomic>

struct Connection {
  int key = 0;
  int number = 0;
};

class KeyedFactory {
 public:
  Connection* makeObject(int key);
  void destroyObject(Connection* connection);
  void activateObject(Connection* connection);
  void passivateObject(Connection* connection);
  int live() const { return live_.load(); }

 private:
  std::atomic<int> live_{0};
  std::atomic<int> made_{0};
  std::atomic<int> activations_{0};
};
