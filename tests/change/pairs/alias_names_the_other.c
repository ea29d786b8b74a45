//: what: an alias is that of the function without a lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
void add_locked(void) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
}
void add_plain(void) { count++; }
-void add(void) __attribute__((alias("add_locked")));
+void add(void) __attribute__((alias("add_plain")));
static void *work(void *unused) {
  add();
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return count == 0;
}
