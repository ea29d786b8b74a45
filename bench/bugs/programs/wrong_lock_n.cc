// shows: N threads use the right lock, one the wrong one, and a sum is lost
// set: tune
// args: 2
// args: 10
// args: 50
#include "bug.h"

std::mutex right, wrong;
int sum;
void Add() {
  const int s = sum;
  sum = s + 1;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(n, [](int i) {
    if (i == 0) {
      std::lock_guard l(wrong);
      Add();
    } else {
      std::lock_guard l(right);
      Add();
    }
  });
  assert(sum == n);
}
