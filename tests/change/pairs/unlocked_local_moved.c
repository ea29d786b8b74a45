//: what: a computation on locals moves out of the locked section: nothing shared is in it
//: impact: changed
//: fault: none
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
static void *work(void *argument) {
  long n = (long)argument;
+  n = n * 3 + 1;
  pthread_mutex_lock(&lock);
-  n = n * 3 + 1;
  total += n;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  TWO_THREADS(work, work);
  return total == 0;
}
