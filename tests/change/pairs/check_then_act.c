//: what: the question is asked before the lock is taken
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 1, sold;
static void *buy(void *unused) {
-  pthread_mutex_lock(&lock);
-  int have = left > 0;
+  int have = left > 0;
+  pthread_mutex_lock(&lock);
  if (have) left--, sold++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(buy, buy);
  assert(sold <= 1);
  return 0;
}
