//: what: padding is put between two fields
//: impact: changed
//: select: none
//: fault: none
#include "pair.h"
struct stats {
  pthread_mutex_t lock;
+  char padding[60];
  int total;
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
