#include "handler.h"

void Handler::setLevel(Level level) {
  std::lock_guard<std::mutex> guard(lock_);
  level_ = level;
}

void Handler::setFormatter(std::unique_ptr<Formatter> formatter) {
  std::lock_guard<std::mutex> guard(lock_);
  formatter_ = std::move(formatter);
}

void Handler::publish(const LogRecord& record) {
  std::lock_guard<std::mutex> guard(lock_);
  if (record.level < level_) return;
  write(formatter_->format(record));
  ++published_;
}

int Handler::published() const {
  std::lock_guard<std::mutex> guard(lock_);
  return published_;
}

void MemoryHandler::write(const std::string& text) {
  if (lines_.size() == size_) lines_.erase(lines_.begin());
  lines_.push_back(text);
}

std::vector<std::string> MemoryHandler::lines() const {
  std::lock_guard<std::mutex> guard(lock_);
  return lines_;
}
