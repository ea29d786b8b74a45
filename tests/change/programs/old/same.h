#include <cassert>
#define LIMITED(x) ((x) > 100 ? 100 : (x))
namespace same {
template <typename T>
T Largest(T a, T b) {
  return a > b ? a : b;
}
struct Counter {
  int value = 0;
  Counter() {}
  ~Counter() { value = -1; }
  void Add(int a) { value += a; }
  void Pair(int a, int b) { value = a - b; }
};
inline int InTheWrongFile(int a) { return a % 7; }
inline int Uses(int a) { return InTheWrongFile(a) + 1; }
}  // namespace same
inline int (*keep)(int) = same::Uses;
