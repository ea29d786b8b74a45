//: what: a function says which lock guards the table; it says another one now
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int table;
static pthread_mutex_t *lock_of(int writer) {
-  return writer ? &a : &a;
+  return writer ? &b : &a;
}
static void *put(void *unused) {
  pthread_mutex_t *m = lock_of(1);
  pthread_mutex_lock(m);
  table++;
  pthread_mutex_unlock(m);
  return unused;
}
static void *get(void *unused) {
  pthread_mutex_t *m = lock_of(0);
  pthread_mutex_lock(m);
  int seen = table;
  pthread_mutex_unlock(m);
  return seen ? unused : NULL;
}
int main(void) {
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  TWO_THREADS(put, get);
  return 0;
}
