#include "appender.h"

bool Appender::Passes(const Event& event) const {
  if (closed_ || event.level < threshold_) return false;
  for (const auto& filter : filters_) {
    const Decision decision = filter->decide(event);
    if (decision == Decision::kDeny) return false;
    if (decision == Decision::kAccept) return true;
  }
  return true;
}

void Appender::append(const Event& event) {
  std::lock_guard<std::mutex> guard(mu_);
  if (!Passes(event)) {
    ++refused_;
    return;
  }
  ++accepted_;
  Write(layout_->format(event));
}

void Appender::setThreshold(Level level) {
  std::lock_guard<std::mutex> guard(mu_);
  threshold_ = level;
}

Level Appender::threshold() const {
  std::lock_guard<std::mutex> guard(mu_);
  return threshold_;
}

bool Appender::isAsSevereAsThreshold(Level level) const {
  return level >= threshold_;
}

void Appender::addFilter(std::string_view description) {
  auto filter = MakeFilter(description);
  std::lock_guard<std::mutex> guard(mu_);
  filters_.push_back(std::move(filter));
}

void Appender::clearFilters() {
  std::lock_guard<std::mutex> guard(mu_);
  filters_.clear();
}

int Appender::filters() const {
  std::lock_guard<std::mutex> guard(mu_);
  return static_cast<int>(filters_.size());
}

void Appender::setLayout(std::string_view description) {
  auto layout = MakeLayout(description);
  std::lock_guard<std::mutex> guard(mu_);
  layout_ = std::move(layout);
}

void Appender::close() {
  std::lock_guard<std::mutex> guard(mu_);
  if (closed_) return;
  closed_ = true;
  Closing();
}

bool Appender::closed() const {
  std::lock_guard<std::mutex> guard(mu_);
  return closed_;
}

long Appender::accepted() const {
  std::lock_guard<std::mutex> guard(mu_);
  return accepted_;
}

long Appender::refused() const {
  std::lock_guard<std::mutex> guard(mu_);
  return refused_;
}

MemoryAppender::MemoryAppender(std::string_view name, std::string_view layout, std::size_t capacity)
    : Appender(name, layout), ring_(capacity), capacity_(capacity) {}

void MemoryAppender::Write(const std::string& line) {
  ring_[next_] = line;
  next_ = (next_ + 1) % capacity_;
  if (used_ < capacity_) ++used_;
  else ++dropped_;
}

std::vector<std::string> MemoryAppender::lines() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < used_; ++i) out.push_back(ring_[(next_ + capacity_ - used_ + i) % capacity_]);
  return out;
}

std::size_t MemoryAppender::size() const {
  std::lock_guard<std::mutex> guard(mu_);
  return used_;
}

long MemoryAppender::dropped() const {
  std::lock_guard<std::mutex> guard(mu_);
  return dropped_;
}

void MemoryAppender::clear() {
  {
    std::lock_guard<std::mutex> guard(mu_);
    next_ = used_ = 0;
  }
  dropped_ = 0;
}

RollingAppender::RollingAppender(std::string_view name, std::string_view layout, std::size_t limit, int backups)
    : Appender(name, layout), parts_(1), limit_(limit), backups_(backups) {}

void RollingAppender::Roll() {
  parts_.insert(parts_.begin(), std::string());
  if (static_cast<int>(parts_.size()) > backups_ + 1) parts_.pop_back();
  ++rolls_;
}

void RollingAppender::Write(const std::string& line) {
  if (!parts_[0].empty() && parts_[0].size() + line.size() > limit_) Roll();
  parts_[0] += line;
}

void RollingAppender::Closing() { parts_.resize(1); }

void RollingAppender::rollOver() {
  std::lock_guard<std::mutex> guard(mu_);
  Roll();
}

int RollingAppender::rolls() const {
  std::lock_guard<std::mutex> guard(mu_);
  return rolls_;
}

std::size_t RollingAppender::currentSize() const {
  std::lock_guard<std::mutex> guard(mu_);
  return parts_[0].size();
}

std::size_t RollingAppender::totalSize() const {
  std::lock_guard<std::mutex> guard(mu_);
  std::size_t total = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) total += parts_[i].size();
  return total;
}

void RollingAppender::setLimit(std::size_t limit) {
  std::lock_guard<std::mutex> guard(mu_);
  limit_ = limit;
}
