// shows: each thread keeps its own rounding mode, x87 precision included, across switches
// link: -lm
#include <cassert>
#include <cfenv>
#include <pthread.h>
#include <sched.h>

static void* Run(void* mode) {
  int mine = *static_cast<int*>(mode);
  fesetround(mine);
  for (int i = 0; i < 3; i++) {
    sched_yield();
    volatile double one = 1.0, three = 3.0;
    volatile long double long_one = 1.0L, long_three = 3.0L;
    double third = one / three;
    long double long_third = long_one / long_three;
    assert(fegetround() == mine);
    if (mine == FE_UPWARD) assert(third * 3 >= 1.0 && long_third * 3 >= 1.0L);
    if (mine == FE_DOWNWARD) assert(third * 3 < 1.0 || third < 0.33333333333333334);
  }
  return nullptr;
}

int main() {
  int modes[3] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], nullptr, Run, &modes[i]);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(fegetround() == FE_TONEAREST);
}
