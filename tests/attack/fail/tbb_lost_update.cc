// shows: std::execution::par: an update is lost; the race itself may be hidden by the library, its effect is not
// link: -ltbb
// kind: assert|race
// schedules: 300
#include <algorithm>
#include <cassert>
#include <execution>
#include <vector>

int main() {
  std::vector<int> v(4, 1);
  int sum = 0;
  std::for_each(std::execution::par, v.begin(), v.end(), [&](int x) { sum += x; });
  assert(sum == 4);
}
