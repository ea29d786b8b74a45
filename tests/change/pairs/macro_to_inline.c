//: what: a macro becomes a static inline function with the same steps
//: impact: changed
//: fault: none
//: slow: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int length;
-#define GROW(n) do { pthread_mutex_lock(&lock); length += (n); pthread_mutex_unlock(&lock); } while (0)
+static inline void grow(int n) {
+  pthread_mutex_lock(&lock);
+  length += n;
+  pthread_mutex_unlock(&lock);
+}
static void* a(void* unused) {
-  GROW(2);
+  grow(2);
  return unused;
}
static void* b(void* unused) {
-  GROW(3);
+  grow(3);
  return unused;
}
int main(void) {
  TWO_THREADS(a, b);
  return 0;
}
