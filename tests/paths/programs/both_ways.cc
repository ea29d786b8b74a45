// both_ways CASE WAY: one thread computes a condition in some way of C++, the other changes what it is computed from. Every
// condition can come out both ways; the program aborts if it came out as WAY (0 or 1).
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

int x, y, values[4];
std::atomic<int> count;
std::mutex m;
std::shared_mutex shared;
std::once_flag once;
std::vector<int> list;
std::string text;
char bytes[8];

struct Pair {
  int a, b;
};
__attribute__((noinline)) void Copy(int* to, const int& from) { *to = from; }
__attribute__((noinline)) Pair Make(int a) { return {a, x}; }
__attribute__((noinline)) const int& Larger(const int& a, const int& b) { return a < b ? b : a; }
__attribute__((noinline)) int Deep(int depth) { return depth == 0 ? x : Deep(depth - 1); }
__attribute__((noinline)) int NotPositive(int v) {
  if (v > 0) throw std::runtime_error("positive");
  return v;
}
struct Shape {
  virtual ~Shape() = default;
  virtual int Corners() const { return 0; }
};
struct Triangle : Shape {
  int Corners() const override { return 3; }
};
Shape shape;
Triangle triangle;
Shape* any = &shape;

const struct Case {
  const char* name;
  bool (*condition)();
  void (*change)();
} kCases[] = {
    // Functions that the compiler inlines, with calls of their own.
    {"guard", [] { return [] { std::lock_guard guard(m); return x > 0; }(); }, [] { std::lock_guard guard(m); x = 1; }},
    {"shared_guard", [] { return [] { std::shared_lock guard(shared); return x > 0; }(); }, [] { std::unique_lock guard(shared); x = 1; }},
    {"lambda", [] { auto f = [v = x] { return v; }; return f() > 0; }, [] { x = 1; }},
    {"function", [] { std::function<int()> f = [] { return x; }; return f() > 0; }, [] { x = 1; }},
    {"exception", [] { try { return NotPositive(x) == 0; } catch (const std::runtime_error&) { return false; } }, [] { x = 1; }},
    {"virtual", [] { return any->Corners() > 0; }, [] { any = &triangle; }},
    {"recursion", [] { return Deep(3) > 0; }, [] { x = 1; }},
    // Locals that others are given the address of.
    {"out_parameter", [] { int v; Copy(&v, x); return v > 0; }, [] { x = 1; }},
    {"struct_result", [] { return Make(0).b > 0; }, [] { x = 1; }},
    {"reference_result", [] { const int v = x, w = y; return Larger(v, w) > 0; }, [] { x = 1; }},
    {"captured_by_reference", [] { int v = 0; [&] { v = x; }(); return v > 0; }, [] { x = 1; }},
    {"algorithm", [] { std::array<int, 2> v{x, y}; std::sort(v.begin(), v.end()); return v[1] > 0; }, [] { x = 1; }},
    {"unique_ptr", [] { return *std::make_unique<int>(x) > 0; }, [] { x = 1; }},
    {"local_vector", [] { std::vector<int> v; v.push_back(x); return v[0] > 0; }, [] { x = 1; }},
    {"local_map", [] { std::map<int, int> v; v[0] = x; return v.at(0) > 0; }, [] { x = 1; }},
    {"local_string", [] { std::string v = x > 0 ? "a" : "b"; return v == "a"; }, [] { x = 1; }},
    {"memcpy", [] { char v[8]; std::memcpy(v, bytes, 8); return v[1] == 'a'; }, [] { std::memset(bytes, 'a', 8); }},
    // Values of earlier turns of a loop.
    {"sum", [] { int sum = 0; for (int i = 0; i < 3; ++i) sum += values[i]; return sum > 0; }, [] { values[1] = 1; }},
    {"turn_before", [] { int now = 0, before = 0; for (int i = 0; i < 3; ++i) before = now, now = values[i]; return before > 0; }, [] { values[1] = 1; }},
    {"kept_in_array", [] { int v[3]; for (int i = 0; i < 3; ++i) v[i] = values[i]; return v[Deep(0) + 1] > 0; }, [] { values[1] = 1; }},
    // Decisions that are made inside of the library.
    {"once", [] { bool first = false; std::call_once(once, [&] { first = true; }); return first; }, [] { std::call_once(once, [] {}); }},
    {"vector", [] { std::lock_guard guard(m); return list.empty(); }, [] { std::lock_guard guard(m); list.push_back(1); }},
    {"find", [] { std::lock_guard guard(m); return std::find(list.begin(), list.end(), 7) != list.end(); }, [] { std::lock_guard guard(m); list.push_back(7); }},
    {"string", [] { std::lock_guard guard(m); return text == "ab"; }, [] { std::lock_guard guard(m); text = "ab"; }},
    {"compare_exchange", [] { int expected = 0; return count.compare_exchange_strong(expected, 2); }, [] { count = 1; }},
};

int main(int, char** arguments) {
  for (const Case& one : kCases) {
    if (std::strcmp(arguments[1], one.name) != 0) continue;
    bool taken = false;
    std::thread reader([&] {
      if (one.condition()) taken = true;
    });
    std::thread writer(one.change);
    reader.join(), writer.join();
    if (taken == (arguments[2][0] == '1')) std::abort();
  }
}
