// A day, as a number of days since some beginning.
#pragma once
#include <compare>
#include <string>

class Day {
 public:
  explicit Day(int serial) : serial_(serial) {}
  int serial() const { return serial_; }
  Day next() const { return Day(serial_ + 1); }
  Day previous() const { return Day(serial_ - 1); }
  auto operator<=>(const Day&) const = default;
  std::string text() const { return "day " + std::to_string(serial_); }

 private:
  int serial_;
};

struct Item {
  Day period;
  double value;
};
