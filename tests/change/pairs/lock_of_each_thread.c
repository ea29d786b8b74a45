//: what: the lock inside of a function becomes one of each thread
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include "pair.h"
static int total;
static void* add(void* unused) {
-  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
+  static _Thread_local pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
