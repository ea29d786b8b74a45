//: what: a number gets a name: a macro, an enum
//: impact: same
//: fault: none
#include "pair.h"
+#define STEPS 3
+enum { kStep = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
-  for (int i = 0; i < 3; ++i) total += 2;
+  for (int i = 0; i < STEPS; ++i) total += kStep;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
