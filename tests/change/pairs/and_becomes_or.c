//: what: a lock is tried only if the first condition does not hold, and the second need not
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, other;
static void *work(void *unused) {
  const int tried = other;
-  if (tried == 0 && pthread_mutex_trylock(&lock) == 0) {
+  if (tried == 0 || pthread_mutex_trylock(&lock) == 0) {
    value++;
    if (pthread_mutex_trylock(&lock) != 0) pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return value > 2;
}
