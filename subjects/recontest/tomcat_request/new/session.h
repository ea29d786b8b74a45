// A session counts the requests that use it. It must not expire while there are some.
#pragma once
#include <map>
#include <mutex>
#include <string>

class Session {
 public:
  explicit Session(std::string id) : id_(std::move(id)) {}
  const std::string& id() const { return id_; }
  void access();
  void endAccess();
  int accessCount() const;
  void setAttribute(const std::string& name, const std::string& value);
  std::string attribute(const std::string& name) const;

 private:
  const std::string id_;
  mutable std::mutex lock_;
  int accessCount_ = 0;
  std::map<std::string, std::string> attributes_;
};

// All sessions by id.
class Manager {
 public:
  ~Manager();
  Session* findSession(const std::string& id);
  Session* createSession(const std::string& id);
  int activeSessions() const;

 private:
  mutable std::mutex lock_;
  std::map<std::string, Session*> sessions_;
};
