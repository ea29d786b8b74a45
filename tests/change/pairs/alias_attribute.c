//: what: a function is an alias of another one, of one that does nothing now
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
void really_enter(void) { pthread_mutex_lock(&lock); }
void really_leave(void) { pthread_mutex_unlock(&lock); }
void nothing(void) {}
-void enter(void) __attribute__((alias("really_enter")));
-void leave(void) __attribute__((alias("really_leave")));
+void enter(void) __attribute__((alias("nothing")));
+void leave(void) __attribute__((alias("nothing")));
static void* work(void* unused) {
  enter();
  ++n;
  leave();
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return 0;
}
