// shows: N workers add to a sum and meet; the leader takes the sum and clears it after they were let go again
// set: once
// args: 2
// args: 5
#include "bug.h"

std::mutex m;
std::condition_variable all_here;
int here, round_number, sum;
bool Meet(int n) {  // true for the last one
  std::unique_lock l(m);
  const int mine = round_number;
  if (++here == n) {
    here = 0, ++round_number;
    all_here.notify_all();
    return true;
  }
  all_here.wait(l, [mine] { return round_number != mine; });
  return false;
}
void Add() {
  std::lock_guard l(m);
  ++sum;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(n, [n](int) {
    for (int round = 0; round < 2; ++round) {
      Add();
      if (!Meet(n)) continue;
      std::lock_guard l(m);
      assert(sum == n);
      sum = 0;
    }
  });
}
