// Makes the pooled objects, and knows how many of them may live at a time.
#pragma once
#include <atomic>

struct Connection {
  int number = 0;
  bool valid = true;
};

class ConnectionFactory {
 public:
  explicit ConnectionFactory(int mostLive) : mostLive_(mostLive) {}

  Connection* makeObject();
  void destroyObject(Connection* connection);
  bool validateObject(Connection* connection);
  void activateObject(Connection* connection);
  void passivateObject(Connection* connection);
  int live() const { return live_.load(); }

 private:
  const int mostLive_;
  std::atomic<int> live_{0};
  std::atomic<int> made_{0};
  std::atomic<int> validations_{0};
  std::atomic<int> activations_{0};
};
