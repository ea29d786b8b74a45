#pragma once
#include <cstddef>
#define STEP(x) ((x) + 2)
#define UNUSED_PART(x, y) (x)
#define STORE(v)     \
  do {               \
    shared = v + 1;  \
  } while (0)
namespace effects {
constexpr int kLimit = 9;
constexpr int kOther = 5;
enum Color { kNone, kRed, kGreen };
using Size = long;
inline int shared;
//! field effects::shared 3

template <typename T>
struct Stack {
  T items[16];
  int count = 0;
  void Push(T item) {
    items[count] = item;
    count += 2;  // @0 effects::Stack<int>::Push(int), effects::Stack<long>::Push(long)
  }
  T Top() { return items[count - 1]; }
};
//! field effects::Stack<int>::count 3
//! field effects::Stack<long>::count 3

template <typename T>
T Clamp(T x) {
  return x > 9 ? 9 : x;
}

inline int InHeader(int x) {
  shared = x;
  return x * 5;  // @0
}
inline int AlsoInHeader(int x) { return x * 4; }
inline void Overloaded(long x) { shared = static_cast<int>(x); }
inline void Overloaded(int x) { shared = x + 1; }  // @0
}  // namespace effects
