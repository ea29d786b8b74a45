//: what: a thread ends early with the lock
//: impact: changed
//: select: yes
//: fault: deadlock
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  if (++total == 2) {
+    pthread_exit(NULL);
  }
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  pthread_mutex_lock(&lock);
  return total == 0;
}
