#include "format_cache.h"

#include <algorithm>

NumberFormat::NumberFormat(std::string_view pattern) : pattern_(pattern) {
  bool after = false;
  for (char c : pattern) {
    if (c == ',') grouping_ = true;
    if (c == '.') after = true;
    if (c == '0') ++(after ? fraction_ : whole_);
  }
}

std::string NumberFormat::format(long hundredths) const {
  const bool negative = hundredths < 0;
  if (negative) hundredths = -hundredths;
  std::string whole = std::to_string(hundredths / 100);
  while (static_cast<int>(whole.size()) < whole_) whole.insert(0, 1, '0');
  if (grouping_)
    for (int at = static_cast<int>(whole.size()) - 3; at > 0; at -= 3) whole.insert(static_cast<std::size_t>(at), 1, ',');
  std::string out = (negative ? "-" : "") + whole;
  if (fraction_ == 0) return out;
  std::string fraction = std::to_string(hundredths % 100 + 100).substr(1);
  fraction.resize(static_cast<std::size_t>(fraction_), '0');
  return out + "." + fraction;
}

FormatCache::~FormatCache() {
  for (int i = 0; i < used_; ++i) delete slots_[i];
}

// With the lock held. The oldest goes when there is no room.
const NumberFormat* FormatCache::Get(std::string_view pattern) {
  for (int i = 0; i < used_; ++i)
    if (slots_[i]->pattern() == pattern) {
      ++hits_;
      return slots_[i];
    }
  ++misses_;
  const NumberFormat* made = new NumberFormat(pattern);
  if (used_ < kSlots) {
    slots_[used_++] = made;
  } else {
    delete slots_[next_];
    slots_[next_] = made;
    next_ = (next_ + 1) % kSlots;
  }
  return made;
}

std::string FormatCache::format(std::string_view pattern, long hundredths) {
  std::lock_guard<std::mutex> guard(mu_);
  return Get(pattern)->format(hundredths);
}

int FormatCache::size() const {
  std::lock_guard<std::mutex> guard(mu_);
  return used_;
}

int FormatCache::hits() const {
  std::lock_guard<std::mutex> guard(mu_);
  return hits_;
}

int FormatCache::misses() const {
  std::lock_guard<std::mutex> guard(mu_);
  return misses_;
}

void FormatCache::clear() {
  std::lock_guard<std::mutex> guard(mu_);
  for (int i = 0; i < used_; ++i) delete slots_[i];
  used_ = next_ = 0;
}

bool StopWatch::start(long now) {
  std::lock_guard<std::mutex> guard(mu_);
  if (state_ == State::kRunning) return false;
  state_ = State::kRunning;
  started_ = now;
  return true;
}

bool StopWatch::stop(long now) {
  std::lock_guard<std::mutex> guard(mu_);
  if (state_ != State::kRunning) return false;
  state_ = State::kStopped;
  stopped_ = now;
  ++laps_;
  return true;
}

bool StopWatch::split(long now) {
  std::lock_guard<std::mutex> guard(mu_);
  if (state_ != State::kRunning) return false;
  split_ = now - started_;
  return true;
}

void StopWatch::reset() {
  std::lock_guard<std::mutex> guard(mu_);
  state_ = State::kFresh;
  started_ = stopped_ = split_ = 0;
}

long StopWatch::elapsed(long now) const {
  std::lock_guard<std::mutex> guard(mu_);
  if (state_ == State::kFresh) return 0;
  return (state_ == State::kRunning ? now : stopped_) - started_;
}

long StopWatch::splitTime() const {
  std::lock_guard<std::mutex> guard(mu_);
  return split_;
}

int StopWatch::laps() const {
  std::lock_guard<std::mutex> guard(mu_);
  return laps_;
}
