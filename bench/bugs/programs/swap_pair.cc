// shows: two values are exchanged under two locks; their sum is read under one
// set: held
// args: 1
// args: 5
#include "bug.h"

std::mutex a_lock, b_lock;
int a = 1, b = 2;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::thread swapper([] {
    int old;
    {
      std::lock_guard l(a_lock);
      old = a;
      a = 0;
    }
    {
      std::lock_guard l(b_lock);
      b += old;
    }
  });
  RunAll(n, [](int) {
    int sum;
    {
      std::lock_guard l(a_lock);
      sum = a;
    }
    {
      std::lock_guard l(b_lock);
      sum += b;
    }
    assert(sum == 3);
  });
  swapper.join();
}
