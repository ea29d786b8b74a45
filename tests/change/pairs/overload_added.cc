//: what: a better overload takes the call away from the one that locks
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
static void Add(long by) {
  pthread_mutex_lock(&lock);
  total += by;
  pthread_mutex_unlock(&lock);
}
+static void Add(int by) { total += by; }
static void* work(void* unused) {
  Add(1);
  return unused;
}
int main() {
  Add(2L);
  TWO_THREADS(work, work);
  return total == 0;
}
