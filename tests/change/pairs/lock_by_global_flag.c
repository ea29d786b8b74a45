//: what: the initial value of a global decides whether the lock is taken
//: impact: changed
//: points: ::use_lock
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
-int use_lock = 1;
+int use_lock = 0;
static int total;
static void *add(void *unused) {
  if (use_lock) pthread_mutex_lock(&lock);
  ++total;
  if (use_lock) pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
