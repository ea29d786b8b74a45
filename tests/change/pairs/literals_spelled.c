//: what: the same numbers, texts and types, written otherwise
//: impact: same
//: fault: none
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
-static int total, limit = 1000;
-static const char *name = "a counter";
+static signed int total, limit = 0x3e8;
+static const char *name = "a " "counter";
-static void *add(void *unused) {
+static void *add(void *restrict unused) {
  pthread_mutex_lock(&lock);
-  if (total < limit && name != NULL) ++total;
+  if (((total < limit) && (name != (void *)0))) ++total;
  pthread_mutex_unlock(&lock);
-  return unused;
+  return (unused);
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
