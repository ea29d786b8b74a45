//: what: a struct with its lock is passed by value: each caller locks a copy
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct shared {
  pthread_mutex_t lock;
  int *count;
};
static int n;
static struct shared s = {PTHREAD_MUTEX_INITIALIZER, &n};
-static void add(struct shared *p) {
-  pthread_mutex_lock(&p->lock);
-  ++*p->count;
-  pthread_mutex_unlock(&p->lock);
-}
+static void add(struct shared p) {
+  pthread_mutex_lock(&p.lock);
+  ++*p.count;
+  pthread_mutex_unlock(&p.lock);
+}
static void *work(void *unused) {
-  add(&s);
+  add(s);
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return 0;
}
