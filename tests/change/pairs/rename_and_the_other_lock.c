//: what: a lock gets another name, and one use of it becomes that of the other lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
-static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
+static pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int n, lines;
static void *one(void *unused) {
-  pthread_mutex_lock(&m);
+  pthread_mutex_lock(&data_lock);
  n++;
-  pthread_mutex_unlock(&m);
+  pthread_mutex_unlock(&data_lock);
  return unused;
}
static void *two(void *unused) {
-  pthread_mutex_lock(&m);
+  pthread_mutex_lock(&log_lock);
  n++;
-  pthread_mutex_unlock(&m);
+  pthread_mutex_unlock(&log_lock);
  pthread_mutex_lock(&log_lock);
  lines++;
  pthread_mutex_unlock(&log_lock);
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  return 0;
}
