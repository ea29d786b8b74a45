//: what: a function that nobody calls is added
//: impact: changed
//: select: no
//: fault: none
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;
+int unused_yet(int x) { return x + total; }
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
