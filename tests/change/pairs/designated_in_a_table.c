//: what: a designated row of a table of records names another lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
enum { kRead, kWrite };
struct op {
  const char *name;
  pthread_mutex_t *lock;
  int step;
};
static const struct op ops[] = {
  [kRead] = {.name = "read", .lock = &one, .step = 1},
-  [kWrite] = {.name = "write", .lock = &one, .step = 2},
+  [kWrite] = {.name = "write", .lock = &two, .step = 2},
};
static int total;
static void run(const struct op *o) {
  pthread_mutex_lock(o->lock);
  total += o->step;
  pthread_mutex_unlock(o->lock);
}
static void *reads(void *unused) { run(&ops[kRead]); return unused; }
static void *writes(void *unused) { run(&ops[kWrite]); return unused; }
int main(void) {
  (void)two;
  TWO_THREADS(reads, writes);
  return 0;
}
