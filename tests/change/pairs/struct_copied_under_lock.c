//: what: a record is read field by field after the lock instead of copied under it
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct range { int low, high; };
static struct range current = {1, 2};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *move(void *unused) {
  pthread_mutex_lock(&lock);
  current.low += 2;
  current.high += 2;
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *look(void *unused) {
  pthread_mutex_lock(&lock);
-  struct range r = current;
+  const struct range *r = &current;
  pthread_mutex_unlock(&lock);
-  return r.low < r.high ? unused : NULL;
+  return r->low < r->high ? unused : NULL;
}
int main(void) {
  TWO_THREADS(move, look);
  return 0;
}
