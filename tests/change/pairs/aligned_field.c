//: what: a field is aligned to a cache line: nothing does something else
//: impact: same
//: fault: none
#include "pair.h"
struct stats {
  pthread_mutex_t lock;
-  int total;
+  _Alignas(64) int total;
};
static struct stats stats = {.lock = PTHREAD_MUTEX_INITIALIZER};
static void *add(void *unused) {
  pthread_mutex_lock(&stats.lock);
  stats.total++;
  pthread_mutex_unlock(&stats.lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
