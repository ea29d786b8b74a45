#include "session.h"

void Session::access() {
  std::lock_guard<std::mutex> guard(lock_);
  ++accessCount_;
}

void Session::endAccess() {
  std::lock_guard<std::mutex> guard(lock_);
  --accessCount_;
}

int Session::accessCount() const {
  std::lock_guard<std::mutex> guard(lock_);
  return accessCount_;
}

void Session::setAttribute(const std::string& name, const std::string& value) {
  std::lock_guard<std::mutex> guard(lock_);
  attributes_[name] = value;
}

std::string Session::attribute(const std::string& name) const {
  std::lock_guard<std::mutex> guard(lock_);
  const auto found = attributes_.find(name);
  return found == attributes_.end() ? "" : found->second;
}

Manager::~Manager() {
  for (const auto& [id, session] : sessions_) delete session;
}

Session* Manager::findSession(const std::string& id) {
  std::lock_guard<std::mutex> guard(lock_);
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? nullptr : found->second;
}

Session* Manager::createSession(const std::string& id) {
  std::lock_guard<std::mutex> guard(lock_);
  Session*& session = sessions_[id];
  if (session == nullptr) session = new Session(id);
  return session;
}

int Manager::activeSessions() const {
  std::lock_guard<std::mutex> guard(lock_);
  int active = 0;
  for (const auto& [id, session] : sessions_) active += session->accessCount() > 0;
  return active;
}
