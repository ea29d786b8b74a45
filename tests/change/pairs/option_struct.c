//: what: a local options structure no longer asks for the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct options {
  int lock, times, step, first;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void add(const struct options *o) {
  if (o->lock) pthread_mutex_lock(&lock);
  for (int i = o->first; i < o->times; i += o->step) ++total;
  if (o->lock) pthread_mutex_unlock(&lock);
}
static void *work(void *unused) {
-  struct options o = {.lock = 1, .times = 1, .step = 1, .first = 0};
+  struct options o = {.lock = 0, .times = 1, .step = 1, .first = 0};
  add(&o);
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return total == 0;
}
