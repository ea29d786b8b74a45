// A document. Not thread-safe: one thread at a time.
#pragma once

#include <map>
#include <string>

class PlainDoc {
 public:
  void Set(const std::string& name, const std::string& text) { parts_[name] = text, ++version_; }
  bool Drop(const std::string& name) { return parts_.erase(name) > 0; }
  std::string Get(const std::string& name) const {
    const auto at = parts_.find(name);
    return at == parts_.end() ? "" : at->second;
  }
  int version() const { return version_; }

 private:
  std::map<std::string, std::string> parts_;
  int version_ = 0;
};
