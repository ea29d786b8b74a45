//: what: another optimisation level
//: impact: same
//: fault: none
//: old-flags: -O0
//: new-flags: -O2
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static const int steps[] = {1, 2, 3};
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 3; i++) total += steps[i];
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
