//: what: comments, white space, order of declarations
//: impact: same
//: fault: none
#include "pair.h"
+// A comment.
+
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
-static int total;
+static int total;  // all of them
static void *add(void *unused) {
-  pthread_mutex_lock(&lock);
+  pthread_mutex_lock(
+      &lock);
  ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
