//: what: of two conditions joined by &&, the one that takes the lock comes second
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 2;
static void *take(void *unused) {
-  if (pthread_mutex_lock(&lock) == 0 && left > 0) --left;
-  pthread_mutex_unlock(&lock);
+  if (left > 0 && pthread_mutex_lock(&lock) == 0) {
+    --left;
+    pthread_mutex_unlock(&lock);
+  }
  return unused;
}
int main(void) {
  TWO_THREADS(take, take);
  return left != 0;
}
