//: what: the function that a thread runs is an alias of another one
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
void *count_locked(void *unused) {
  pthread_mutex_lock(&lock);
  value++;
  pthread_mutex_unlock(&lock);
  return unused;
}
void *count_plain(void *unused) {
  value++;
  return unused;
}
-void *count(void *unused) __attribute__((alias("count_locked")));
+void *count(void *unused) __attribute__((alias("count_plain")));
int main(void) {
  TWO_THREADS(count, count);
  return value == 0;
}
