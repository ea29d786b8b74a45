//: what: a local variable that nobody initialises decides about the lock, and the build now fills such variables
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: old-flags: -ftrivial-auto-var-init=pattern
//: new-flags: -ftrivial-auto-var-init=zero
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  volatile int locks;
  const int takes = locks != 0;
  if (takes) pthread_mutex_lock(&lock);
  ++total;
  if (takes) pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
