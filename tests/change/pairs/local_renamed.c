//: what: locals and parameters have other names
//: impact: same
//: fault: none
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
-static void *add(void *unused) {
-  int before = total, more = 1;
+static void *add(void *nothing) {
+  int was = total, by = 1;
  pthread_mutex_lock(&lock);
-  total += more;
+  total += by;
  pthread_mutex_unlock(&lock);
-  return before < 0 ? NULL : unused;
+  return was < 0 ? NULL : nothing;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
