#include "parts.h"

#include <utility>

bool Documents::Get(const std::string& path, std::string* text) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = texts_.find(path);
  if (found == texts_.end()) return false;
  *text = found->second;
  return true;
}

void Documents::Put(const std::string& path, std::string text) {
  std::lock_guard<std::mutex> lock(mutex_);
  texts_[path] = std::move(text);
}

bool Documents::Remove(const std::string& path) {
  std::lock_guard<std::mutex> lock(mutex_);
  return texts_.erase(path) != 0;
}

std::size_t Documents::Count() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return texts_.size();
}

int Sessions::Open(const std::string& user) {
  std::lock_guard<std::mutex> lock(mutex_);
  const int id = next_++;
  sessions_[id] = {user, ++time_};
  return id;
}

bool Sessions::Touch(int id) {
  Session* session = nullptr;
  long now = 0;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = sessions_.find(id);
    if (found == sessions_.end()) return false;
    session = &found->second;
    now = ++time_;
  }
  session->used = now;
  return true;
}

bool Sessions::Close(int id) {
  std::lock_guard<std::mutex> lock(mutex_);
  return sessions_.erase(id) != 0;
}

int Sessions::Expire(long age) {
  std::lock_guard<std::mutex> lock(mutex_);
  int closed = 0;
  for (auto it = sessions_.begin(); it != sessions_.end();) {
    if (time_ - it->second.used < age) {
      ++it;
      continue;
    }
    it = sessions_.erase(it);
    ++closed;
  }
  return closed;
}

std::string Sessions::User(int id) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? "" : found->second.user;
}

std::size_t Sessions::Active() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return sessions_.size();
}

void Counts::Request(int status, std::size_t bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  ++requests_;
  errors_ += status >= 400;
  bytes_ += static_cast<long>(bytes);
}

long Counts::Requests() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return requests_;
}

long Counts::Errors() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return errors_;
}

void Counts::Reset() {
  std::lock_guard<std::mutex> lock(mutex_);
  requests_ = errors_ = bytes_ = 0;
}

std::string Counts::Report() const {
  std::lock_guard<std::mutex> lock(mutex_);
  std::string out;
  for (const auto& [count, what] : {std::pair(requests_, " requests, "), std::pair(errors_, " errors, "), std::pair(bytes_, " bytes")})
    out += std::to_string(count) + what;
  return out;
}
