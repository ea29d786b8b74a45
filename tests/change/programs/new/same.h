#pragma once
#include <cassert>
#include "elsewhere.h"
// A header that was only moved about.
#define LIMITED(number) \
  ((number) > 100 ? 100 : (number))
namespace same {
struct Counter {
  // how many
  int value = 0;
  Counter()
  {
  }
  ~Counter() {
    value = -1;
  }
  void Pair(int a, int b) { value = a - b; }
  void Add(int more) { value += more; }
};
template <typename Type>
Type Largest(Type a, Type b)
{
  return a > b ? a : b;
}
inline int Uses(int a) { return InTheWrongFile(a) + 1; }
}  // namespace same
inline int (*keep)(int) = same::Uses;
