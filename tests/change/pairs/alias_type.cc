//: what: a type is written by an alias
//: impact: same
//: fault: none
#include "pair.h"
+using Count = int;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
-static int total;
+static Count total;
static void* work(void* unused) {
  pthread_mutex_lock(&lock);
-  int next = total + 1;
+  Count next = total + 1;
  total = next;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 0;
}
