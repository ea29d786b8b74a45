// How an event looks as text.
#pragma once
#include <string>

#include "level.h"

class Layout {
 public:
  virtual ~Layout() = default;
  virtual std::string format(const LoggingEvent& event) const = 0;
};

class SimpleLayout : public Layout {
 public:
  std::string format(const LoggingEvent& event) const override {
    return std::string(nameOf(event.level)) + " - " + event.message + "\n";
  }
};

// "%c [%p] %m%n": category, level, message, end of line; anything else as it is.
class PatternLayout : public Layout {
 public:
  explicit PatternLayout(std::string pattern) : pattern_(std::move(pattern)) {}
  std::string format(const LoggingEvent& event) const override;

 private:
  const std::string pattern_;
};
