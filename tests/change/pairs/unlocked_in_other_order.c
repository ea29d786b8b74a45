//: what: two locks are released in the other order
//: impact: changed
//: fault: none
#include "pair.h"

static pthread_mutex_t from = PTHREAD_MUTEX_INITIALIZER, to = PTHREAD_MUTEX_INITIALIZER;
static int moved;

static void* a(void* p) {
  pthread_mutex_lock(&from);
  pthread_mutex_lock(&to);
  moved++;
-  pthread_mutex_unlock(&to);
-  pthread_mutex_unlock(&from);
+  pthread_mutex_unlock(&from);
+  pthread_mutex_unlock(&to);
  return p;
}
int main(void) {
  TWO_THREADS(a, a);
  return 0;
}
