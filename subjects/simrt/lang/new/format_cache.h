// Number formats by pattern, kept once they are made; and a stop watch.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

// "#,##0.00": grouping, digits at least before and exactly after the point.
class NumberFormat {
 public:
  explicit NumberFormat(std::string_view pattern);
  std::string format(long hundredths) const;
  const std::string& pattern() const { return pattern_; }

 private:
  const std::string pattern_;
  bool grouping_ = false;
  int whole_ = 0, fraction_ = 0;
};

class FormatCache {
 public:
  static constexpr int kSlots = 8;
  FormatCache() = default;
  ~FormatCache();
  FormatCache(const FormatCache&) = delete;

  std::string format(std::string_view pattern, long hundredths);
  int size() const;
  int hits() const;
  int misses() const;
  void clear();

 private:
  const NumberFormat* Get(std::string_view pattern);

  mutable std::mutex mu_;
  const NumberFormat* slots_[kSlots] = {};
  int used_ = 0, next_ = 0;
  int hits_ = 0, misses_ = 0;
};

class StopWatch {
 public:
  bool start(long now);
  bool stop(long now);
  bool split(long now);
  void reset();
  long elapsed(long now) const;
  long splitTime() const;
  int laps() const;

 private:
  enum class State { kFresh, kRunning, kStopped };
  mutable std::mutex mu_;
  State state_ = State::kFresh;
  long started_ = 0, stopped_ = 0, split_ = 0;
  int laps_ = 0;
};
