//: what: the helper that enters the section no longer locks
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, entered;
static void enter(void) {
-  pthread_mutex_lock(&lock);
  entered = 1;
}
static void leave(void) {
-  pthread_mutex_unlock(&lock);
  entered = 0;
}
static void *add(void *unused) {
  enter();
  ++total;
  leave();
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
