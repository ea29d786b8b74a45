#include "appender.h"

void AppenderSkeleton::setThreshold(Level level) {
  std::lock_guard<std::mutex> guard(lock_);
  threshold_ = level;
}

void AppenderSkeleton::addFilter(std::unique_ptr<Filter> filter) {
  std::lock_guard<std::mutex> guard(lock_);
  filters_.push_back(std::move(filter));
}

bool AppenderSkeleton::isAccepted(const LoggingEvent& event) const {
  for (const auto& filter : filters_) {
    switch (filter->decide(event)) {
      case Filter::Decision::kDeny: return false;
      case Filter::Decision::kAccept: return true;
      case Filter::Decision::kNeutral: break;
    }
  }
  return true;
}

void AppenderSkeleton::doAppend(const LoggingEvent& event) {
  std::lock_guard<std::mutex> guard(lock_);
  if (closed_ > 0) {
    refused_++;
    return;
  }
  if (!isAsSevereAsThreshold(event.level) || !isAccepted(event)) return;
  append(layout_->format(event));
}

void AppenderSkeleton::close() {
  std::lock_guard<std::mutex> guard(lock_);
  closed_++;
}

int AppenderSkeleton::timesClosed() const {
  std::lock_guard<std::mutex> guard(lock_);
  return closed_;
}

void ListAppender::append(const std::string& text) {
  std::lock_guard<std::mutex> guard(linesLock_);
  lines_.push_back(text);
}

std::vector<std::string> ListAppender::lines() const {
  std::lock_guard<std::mutex> guard(linesLock_);
  return lines_;
}
