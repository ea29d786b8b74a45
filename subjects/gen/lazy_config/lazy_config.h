// Settings that never change once made. Values are parsed when they are first asked for.
#pragma once

#include <string>
#include <utility>

class LazyConfig {
 public:
  explicit LazyConfig(std::string text) : text_(std::move(text)) {}

  const std::string& Text() const { return text_; }

  int Length() const {  // planted: a const method that writes without a lock
    if (length_ < 0) length_ = static_cast<int>(text_.size());
    return length_;
  }

  bool Empty() const { return text_.empty(); }

 private:
  std::string text_;
  mutable int length_ = -1;
};
