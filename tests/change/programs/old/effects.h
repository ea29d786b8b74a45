#pragma once
#include <cstddef>
#define STEP(x) ((x) + 1)
#define UNUSED_PART(x, y) (x)
#define STORE(v) \
  do {           \
    shared = v;  \
  } while (0)
namespace effects {
constexpr int kLimit = 8;
constexpr int kOther = 5;
enum Color { kRed, kGreen };
using Size = int;
inline int shared;

template <typename T>
struct Stack {
  T items[16];
  int count = 0;
  void Push(T item) {
    items[count] = item;
    count += 1;
  }
  T Top() { return items[count - 1]; }
};

template <typename T>
T Clamp(T x) {
  return x > 9 ? 9 : x;
}

inline int InHeader(int x) {
  shared = x;
  return x * 3;
}
inline int AlsoInHeader(int x) { return x * 4; }
inline void Overloaded(long x) { shared = static_cast<int>(x); }
}  // namespace effects
