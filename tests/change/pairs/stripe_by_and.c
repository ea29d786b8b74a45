//: what: the stripe of a key is computed otherwise in one of two places
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"

#define STRIPES 4
static pthread_mutex_t stripes[STRIPES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int values[16];

static void set(unsigned key, int v) {
  pthread_mutex_t* m = &stripes[key % STRIPES];
  pthread_mutex_lock(m);
  values[key] = v;
  pthread_mutex_unlock(m);
}
static int get(unsigned key) {
-  pthread_mutex_t* m = &stripes[key % STRIPES];
+  pthread_mutex_t* m = &stripes[key & (STRIPES - 2)];
  pthread_mutex_lock(m);
  int v = values[key];
  pthread_mutex_unlock(m);
  return v;
}
static void* a(void* p) {
  set(5, 1);
  return p;
}
static void* b(void* p) { return get(5) > 3 ? p : NULL; }
int main(void) {
  TWO_THREADS(a, b);
  return 0;
}
