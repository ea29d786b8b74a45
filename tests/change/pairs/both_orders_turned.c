//: what: two locks are taken in the other order everywhere
//: impact: changed
//: fault: none
#include "pair.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *work(void *unused) {
-  pthread_mutex_lock(&a);
-  pthread_mutex_lock(&b);
+  pthread_mutex_lock(&b);
+  pthread_mutex_lock(&a);
  n++;
-  pthread_mutex_unlock(&b);
-  pthread_mutex_unlock(&a);
+  pthread_mutex_unlock(&a);
+  pthread_mutex_unlock(&b);
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return 0;
}
