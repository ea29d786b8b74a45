// A named logger. Records go to its own handlers and then to its parent's.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "handler.h"

class Logger {
 public:
  Logger(std::string name, Logger* parent) : name_(std::move(name)), parent_(parent) {}
  const std::string& name() const { return name_; }

  void setLevel(std::optional<Level> level);
  Level effectiveLevel() const;
  bool isLoggable(Level level) const;
  // Filters are never deleted while a logger exists: who sets one keeps it.
  void setFilter(const Filter* filter);
  void addHandler(std::shared_ptr<Handler> handler);
  void removeHandler(const Handler* handler);
  void setUseParentHandlers(bool use);

  void log(Level level, const std::string& message);
  void info(const std::string& message) { log(Level::kInfo, message); }
  void warning(const std::string& message) { log(Level::kWarning, message); }

 private:
  bool passesFilter(const LogRecord& record) const;
  void publish(const LogRecord& record);

  const std::string name_;
  Logger* const parent_;
  mutable std::mutex lock_;
  std::optional<Level> level_;
  const Filter* filter_ = nullptr;
  std::vector<std::shared_ptr<Handler>> handlers_;
  bool useParent_ = true;
  long sequence_ = 0;
};

// All loggers by name; "a.b" has "a" as its parent.
class LogManager {
 public:
  LogManager() : root_("", nullptr) {}
  Logger& root() { return root_; }
  Logger& get(const std::string& name);

 private:
  Logger root_;
  std::mutex lock_;
  std::map<std::string, std::unique_ptr<Logger>> loggers_;
};
