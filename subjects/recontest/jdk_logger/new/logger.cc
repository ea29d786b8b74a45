#include "logger.h"

#include <algorithm>

void Logger::setLevel(std::optional<Level> level) {
  std::lock_guard<std::mutex> guard(lock_);
  level_ = level;
}

Level Logger::effectiveLevel() const {
  {
    std::lock_guard<std::mutex> guard(lock_);
    if (level_) return *level_;
  }
  return parent_ != nullptr ? parent_->effectiveLevel() : Level::kInfo;
}

bool Logger::isLoggable(Level level) const {
  const Level least = effectiveLevel();
  return least != Level::kOff && level >= least;
}

void Logger::setFilter(const Filter* filter) {
  std::lock_guard<std::mutex> guard(lock_);
  filter_ = filter;
}

bool Logger::passesFilter(const LogRecord& record) const {
  return filter_ == nullptr || filter_->isLoggable(record);
}

void Logger::addHandler(std::shared_ptr<Handler> handler) {
  std::lock_guard<std::mutex> guard(lock_);
  handlers_.push_back(std::move(handler));
}

void Logger::removeHandler(const Handler* handler) {
  std::lock_guard<std::mutex> guard(lock_);
  std::erase_if(handlers_, [handler](const auto& known) { return known.get() == handler; });
}

void Logger::setUseParentHandlers(bool use) {
  std::lock_guard<std::mutex> guard(lock_);
  useParent_ = use;
}

void Logger::log(Level level, const std::string& message) {
  if (!isLoggable(level)) return;
  LogRecord record{level, message, name_, 0};
  if (!passesFilter(record)) return;
  {
    std::lock_guard<std::mutex> guard(lock_);
    record.sequence = ++sequence_;
  }
  publish(record);
}

void Logger::publish(const LogRecord& record) {
  for (Logger* at = this; at != nullptr; at = at->parent_) {
    std::vector<std::shared_ptr<Handler>> handlers;
    bool further;
    {
      std::lock_guard<std::mutex> guard(at->lock_);
      handlers = at->handlers_;
      further = at->useParent_;
    }
    for (const auto& handler : handlers) handler->publish(record);
    if (!further) break;
  }
}

Logger& LogManager::get(const std::string& name) {
  if (name.empty()) return root_;
  const auto dot = name.rfind('.');
  Logger& parent = get(dot == std::string::npos ? "" : name.substr(0, dot));
  std::lock_guard<std::mutex> guard(lock_);
  auto& logger = loggers_[name];
  if (!logger) logger = std::make_unique<Logger>(name, &parent);
  return *logger;
}
