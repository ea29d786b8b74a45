//: what: the build asks for a newer processor
//: impact: same
//: fault: none
//: new-flags: -march=x86-64-v2 -mtune=native
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  total += __builtin_popcount(total | 1);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
