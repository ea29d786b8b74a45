//: what: a static variable inside a function gets another name
//: impact: same
//: fault: none
#include "pair.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int next(void) {
-  static int n;
+  static int last_id;
  pthread_mutex_lock(&m);
-  int r = ++n;
+  int r = ++last_id;
  pthread_mutex_unlock(&m);
  return r;
}
static void *work(void *unused) {
  next();
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return next() - 3;
}
