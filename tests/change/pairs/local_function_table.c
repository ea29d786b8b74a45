//: what: the same with a table inside the function
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
static void *work(void *unused) {
-  void (*const steps[])(void) = {add_locked, add_locked, add_locked};
+  void (*const steps[])(void) = {add_locked, add_plain, add_locked};
  for (int i = 0; i < 3; i++) steps[i]();
  return unused;
}
int main(void) {
  add_plain();
  TWO_THREADS(work, work);
  return total == 0;
}
