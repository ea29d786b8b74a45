//: what: a field with a value is added in front of the lock: what is there does the same, at another address
//: impact: changed
//: select: no
//: fault: none
#include "pair.h"
struct Counter {
+  long limit = 7;
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  int total = 0;
};
static Counter counter;
static void* work(void* unused) {
  pthread_mutex_lock(&counter.lock);
  counter.total++;
  pthread_mutex_unlock(&counter.lock);
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return counter.total == 0;
}
