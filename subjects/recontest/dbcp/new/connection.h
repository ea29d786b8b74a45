// Connections to a database that is not there: they know who opened them, and whether they are in use.
#pragma once
#include <atomic>
#include <memory>
#include <string>

struct Credentials {
  std::string user, password;
  friend bool operator<(const Credentials& a, const Credentials& b) {
    return a.user != b.user ? a.user < b.user : a.password < b.password;
  }
};

class Connection {
 public:
  Connection(int number, Credentials credentials) : number_(number), credentials_(std::move(credentials)) {}

  int number() const { return number_; }
  const Credentials& credentials() const { return credentials_; }
  bool valid() const { return open_; }
  void close() { open_ = false; }
  std::string execute(const std::string& statement) const {
    return open_ ? credentials_.user + "@" + std::to_string(number_) + ": " + statement : "";
  }

 private:
  const int number_;
  const Credentials credentials_;
  bool open_ = true;
};

class Driver {
 public:
  std::unique_ptr<Connection> connect(const Credentials& credentials) {
    return std::make_unique<Connection>(next_.fetch_add(1), credentials);
  }

 private:
  std::atomic<int> next_{1};
};
