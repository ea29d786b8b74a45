//: what: a function has another name and the same body
//: impact: same
//: fault: none
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
-static void bump(int by) {
+static void increase(int by) {
  pthread_mutex_lock(&lock);
  total += by;
  pthread_mutex_unlock(&lock);
}
static void *add(void *unused) {
-  bump(1);
+  increase(1);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
-  bump(2);
+  increase(2);
  return total == 0;
}
