//: what: a global pointer to a function starts with another function
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void add_locked(void) {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
}
static void add_plain(void) { ++total; }
-void (*add)(void) = add_locked;
+void (*add)(void) = add_plain;
static void *work(void *unused) {
  add();
  return unused;
}
int main(void) {
  add_plain();
  add_locked();
  TWO_THREADS(work, work);
  return total == 0;
}
