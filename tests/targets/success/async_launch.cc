// shows: std::async in its own thread, its exception, and the future's destructor that waits
#include <cassert>
#include <future>
#include <numeric>
#include <stdexcept>
#include <vector>

static int Sum(const std::vector<int>& v, size_t from, size_t to) {
  if (to - from <= 2) return std::accumulate(v.begin() + from, v.begin() + to, 0);
  size_t middle = (from + to) / 2;
  auto left = std::async(std::launch::async, Sum, std::cref(v), from, middle);
  int right = Sum(v, middle, to);
  return left.get() + right;
}

int main() {
  std::vector<int> v(8);
  std::iota(v.begin(), v.end(), 1);
  assert(Sum(v, 0, v.size()) == 36);
  auto throwing = std::async(std::launch::async, []() -> int { throw std::logic_error("x"); });
  bool caught = false;
  try {
    throwing.get();
  } catch (const std::logic_error&) {
    caught = true;
  }
  assert(caught);
  bool ran = false;
  { auto waits = std::async(std::launch::async, [&] { ran = true; }); }
  assert(ran);
}
