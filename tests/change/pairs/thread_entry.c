//: what: the second thread runs another function
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add_locked(void *unused) {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *add_plain(void *unused) {
  ++total;
  return unused;
}
int main(void) {
  add_plain(NULL);
-  TWO_THREADS(add_locked, add_locked);
+  TWO_THREADS(add_locked, add_plain);
  return total == 0;
}
