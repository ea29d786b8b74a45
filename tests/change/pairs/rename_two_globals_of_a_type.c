//: what: two locks and two counters get other names, each pair of one type
//: impact: same
//: fault: none
#include "pair.h"
-static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
-static int x, y;
+static pthread_mutex_t in_lock = PTHREAD_MUTEX_INITIALIZER, out_lock = PTHREAD_MUTEX_INITIALIZER;
+static int received, sent;
static void *one(void *unused) {
-  pthread_mutex_lock(&b);
-  y++;
-  pthread_mutex_unlock(&b);
-  pthread_mutex_lock(&a);
-  x++;
-  pthread_mutex_unlock(&a);
+  pthread_mutex_lock(&out_lock);
+  sent++;
+  pthread_mutex_unlock(&out_lock);
+  pthread_mutex_lock(&in_lock);
+  received++;
+  pthread_mutex_unlock(&in_lock);
  return unused;
}
int main(void) {
  TWO_THREADS(one, one);
-  return x + y - 4;
+  return received + sent - 4;
}
