//: what: a parameter that nobody used is gone, with its arguments
//: impact: changed
//: fault: none
//: slow: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
-static void add(int n, int unused_flags) {
-  (void)unused_flags;
+static void add(int n) {
  pthread_mutex_lock(&lock);
  sum += n;
  pthread_mutex_unlock(&lock);
}
static void* a(void* unused) {
-  add(1, 0);
+  add(1);
  return unused;
}
int main(void) {
  TWO_THREADS(a, a);
  return 0;
}
