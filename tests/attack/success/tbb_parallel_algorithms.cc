// shows: std::execution::par over TBB, a library without hooks that orders its threads by means of its own
// link: -ltbb
// schedules: 10
#include <algorithm>
#include <cassert>
#include <execution>
#include <numeric>
#include <vector>

int main() {
  std::vector<int> v(40);
  std::for_each(std::execution::par, v.begin(), v.end(), [](int& x) { x = 1; });
  assert(std::reduce(std::execution::par, v.begin(), v.end()) == 40);
  std::iota(v.rbegin(), v.rend(), 0);
  std::sort(std::execution::par, v.begin(), v.end());
  assert(std::is_sorted(v.begin(), v.end()));
}
