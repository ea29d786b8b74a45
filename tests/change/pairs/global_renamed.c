//: what: a global variable and a static one get better names
//: impact: same
//: fault: none
#include "pair.h"
-static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
-int cnt;
+static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER;
+int count;
static void *add(void *unused) {
-  pthread_mutex_lock(&m);
-  ++cnt;
-  pthread_mutex_unlock(&m);
+  pthread_mutex_lock(&count_lock);
+  ++count;
+  pthread_mutex_unlock(&count_lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
