//: what: one critical section becomes two; each access stays locked
//: impact: changed
//: select: yes
//: fault: assert
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  int seen = total;
+  pthread_mutex_unlock(&lock);
+  pthread_mutex_lock(&lock);
  total = seen + 1;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  assert(total == 2);
  return 0;
}
