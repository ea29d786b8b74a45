#include "session.h"

void Session::setAttribute(const std::string& name, int value) {
  std::lock_guard<std::mutex> guard(attributesLock_);
  attributes_[name] = value;
}

int Session::attribute(const std::string& name) {
  std::lock_guard<std::mutex> guard(attributesLock_);
  auto entry = attributes_.find(name);
  return entry == attributes_.end() ? 0 : entry->second;
}
