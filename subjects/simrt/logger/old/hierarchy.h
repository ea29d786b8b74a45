// Loggers by dotted name, each below the longest name that is its prefix. An event goes to the appenders of its logger and of
// those above it, as long as these are additive.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "appender.h"

class Hierarchy;

// Appenders of one logger.
class AppenderList {
 public:
  void add(std::shared_ptr<Appender> appender);
  bool remove(std::string_view name);
  std::shared_ptr<Appender> find(std::string_view name) const;
  bool isAttached(std::string_view name) const;
  int deliver(const Event& event) const;
  int removeAll();
  int size() const;
  std::vector<std::string> names() const;

 private:
  mutable std::mutex mu_;
  std::vector<std::shared_ptr<Appender>> list_;
};

class Logger {
 public:
  Logger(std::string_view name, Hierarchy& hierarchy) : name_(name), hierarchy_(hierarchy) {}

  bool log(Level level, std::string_view message);
  bool info(std::string_view message) { return log(Level::kInfo, message); }
  bool error(std::string_view message) { return log(Level::kError, message); }
  bool isEnabledFor(Level level) const;
  Level effectiveLevel() const;
  Level level() const;
  void setLevel(Level level);
  bool additive() const;
  void setAdditive(bool additive);
  Logger* parent() const;
  AppenderList& appenders() { return appenders_; }
  const std::string& name() const { return name_; }
  long events() const;

 private:
  friend class Hierarchy;
  const std::string name_;
  Hierarchy& hierarchy_;
  mutable std::mutex mu_;
  Level level_ = Level::kAll;  // kAll: its parent's
  bool additive_ = true;
  Logger* parent_ = nullptr;
  long events_ = 0;
  AppenderList appenders_;
};

class Hierarchy {
 public:
  Hierarchy();
  Logger& root() { return *root_; }
  Logger& logger(std::string_view name);
  bool exists(std::string_view name) const;
  std::vector<std::string> names() const;
  int size() const;
  void setThreshold(Level level);
  Level threshold() const;
  bool isDisabled(Level level) const;
  long nextNumber();
  long delivered() const;
  void shutdown();
  void reset();
  // "logger.a.b = warn", "additive.a = no", "threshold = info", a line each. Lines that were understood.
  int configure(std::string_view text);

 private:
  friend class Logger;
  void Deliver(Logger& logger, Event& event);
  void Adopt(Logger& logger);

  mutable std::mutex mu_;
  std::map<std::string, std::unique_ptr<Logger>, std::less<>> loggers_;
  std::unique_ptr<Logger> root_;
  Level threshold_ = Level::kAll;
  long numbers_ = 0;
  long delivered_ = 0;
};
