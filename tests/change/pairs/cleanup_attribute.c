//: what: a guard by the cleanup attribute is gone
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"

static void unlock_cleanup(pthread_mutex_t** m) { pthread_mutex_unlock(*m); }
#define GUARD(m) pthread_mutex_t* g_ __attribute__((cleanup(unlock_cleanup))) = (m); pthread_mutex_lock(m)
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int refs;

static int get(void) {
-  GUARD(&lock);
-  return ++refs;
+  int n;
+  { GUARD(&lock); n = refs; }
+  refs = n + 1;
+  return refs;
}
static void* a(void* p) {
  get();
  return p;
}
int main(void) {
  TWO_THREADS(a, a);
  return 0;
}
