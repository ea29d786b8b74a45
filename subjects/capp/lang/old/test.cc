// Two threads ask the same range for its hash code and get the same.
#include <cassert>
#include <thread>

#include "number_range.h"

namespace {
void ask(const NumberRange& range, const NumberRange& other, Usage& usage, int& hash) {
  usage.asked();
  assert(range.overlaps(other));
  hash = range.hashCode();
  usage.asked();
}
}  // namespace

int main() {
  const NumberRange range(5, 20), other(10, 30);
  const int expected = NumberRange(5, 20).hashCode();
  Usage usage;
  int first = 0, second = 0;
  std::thread a(ask, std::cref(range), std::cref(other), std::ref(usage), std::ref(first));
  std::thread b(ask, std::cref(range), std::cref(other), std::ref(usage), std::ref(second));
  a.join();
  b.join();
  assert(first == expected);
  assert(second == expected);
#ifndef FAULT_ONLY
  assert(usage.count() == 4);
#endif
}
