// Immutable ranges of numbers, with their hash codes and texts kept once computed.
#pragma once
#include <atomic>
#include <string>

class NumberRange {
 public:
  NumberRange(int first, int second) : min_(first < second ? first : second), max_(first < second ? second : first) {}

  int minimum() const { return min_; }
  int maximum() const { return max_; }
  bool contains(int number) const;
  bool overlaps(const NumberRange& other) const;
  bool operator==(const NumberRange& other) const;
  int hashCode() const;
  std::string toString() const;

 private:
  const int min_;
  const int max_;
  mutable std::atomic<int> hash_{0};  // 0: not yet computed
};

// Counts what was asked, for the test's report.
class Usage {
 public:
#ifdef FAULT_ONLY
  void asked() {}
#else
  void asked() { asked_.fetch_add(1); }
#endif
  int count() const { return asked_.load(); }

 private:
  std::atomic<int> asked_{0};
};
