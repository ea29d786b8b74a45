//: what: a static function that nobody calls, and a macro
//: impact: same
//: fault: none
#include "pair.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
+#define TWICE(x) ((x) * 2)
+static inline int twice(int x) { return TWICE(x); }
static void* a(void* p) {
  pthread_mutex_lock(&lock);
  n++;
  pthread_mutex_unlock(&lock);
  return p;
}
int main(void) {
  TWO_THREADS(a, a);
  return 0;
}
