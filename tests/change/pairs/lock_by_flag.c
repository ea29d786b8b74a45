//: what: an argument decides whether the lock is taken; a caller gives another
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void bump(int use_lock) {
  if (use_lock) pthread_mutex_lock(&lock);
  ++total;
  if (use_lock) pthread_mutex_unlock(&lock);
}
static void *one(void *unused) {
  bump(1);
  return unused;
}
static void *two(void *unused) {
-  bump(1);
+  bump(0);
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  return total == 0;
}
