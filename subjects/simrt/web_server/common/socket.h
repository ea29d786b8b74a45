// Connections on the loopback interface.
#pragma once

#include <string>

class Connection {
 public:
  explicit Connection(int fd) : fd_(fd) {}
  ~Connection();
  Connection(const Connection&) = delete;
  bool valid() const { return fd_ >= 0; }
  bool receive(std::string* into);  // false: closed
  bool send(const std::string& text);

 private:
  int fd_;
};

// On a port that the system chooses.
class Listener {
 public:
  Listener();
  ~Listener();
  Listener(const Listener&) = delete;
  int port() const { return port_; }
  int accept();  // -1: no more
  void wake();   // one accept comes back

 private:
  int fd_, port_ = 0;
};

int ConnectTo(int port);
