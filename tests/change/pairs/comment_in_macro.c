//: what: a macro of many lines is formatted otherwise and gets a comment; an enum gets one more value at its end
//: impact: same
//: fault: none
//: slow: yes
#include "pair.h"
-enum kind { ADD, TAKE };
+enum kind { ADD, TAKE, KINDS /* how many */ };
-#define WITH(l, what) do { pthread_mutex_lock(l); what; pthread_mutex_unlock(l); } while (0)
+/* Does it under the lock. */
+#define WITH(l, what)      \
+  do {                     \
+    pthread_mutex_lock(l); \
+    what;                  \
+    pthread_mutex_unlock(l); \
+  } while (0)
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void change(enum kind k) {
  WITH(&lock, n += k == ADD ? 1 : -1);
}
static void* a(void* unused) {
  change(ADD);
  return unused;
}
static void* b(void* unused) {
  change(TAKE);
  return unused;
}
int main(void) {
  TWO_THREADS(a, b);
  return 0;
}
