//: what: an unlock slips into the loop's body by a lost brace
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
-  for (int i = 0; i < 2; ++i)
+  for (int i = 0; i < 2; ++i) {
    ++total;
-  pthread_mutex_unlock(&lock);
+    pthread_mutex_unlock(&lock);
+  }
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
