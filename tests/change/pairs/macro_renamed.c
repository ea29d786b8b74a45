//: what: a macro has another name and the same body
//: impact: same
//: fault: none
#include "pair.h"
-#define LOCKED(stmt) do { pthread_mutex_lock(&lock); stmt; pthread_mutex_unlock(&lock); } while (0)
+/* One step under the lock. */
+#define UNDER_LOCK(stmt)       \
+  do {                         \
+    pthread_mutex_lock(&lock); \
+    stmt;                      \
+    pthread_mutex_unlock(&lock); \
+  } while (0)
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
-  LOCKED(total++);
+  UNDER_LOCK(total++);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
