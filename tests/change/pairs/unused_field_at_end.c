//: what: a structure gets one more field, which nobody uses, at its end
//: impact: changed
//: select: no
//: fault: none
#include "pair.h"
struct Counter {
  pthread_mutex_t lock;
  int total;
+  int spare;
};
static struct Counter counter = {.lock = PTHREAD_MUTEX_INITIALIZER};
static void *work(void *unused) {
  pthread_mutex_lock(&counter.lock);
  counter.total++;
  pthread_mutex_unlock(&counter.lock);
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return counter.total == 0;
}
