//: what: two labels of a table for goto change places
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void step(int how) {
-  static const void *const ways[] = {&&locked, &&plain};
+  static const void *const ways[] = {&&plain, &&locked};
  goto *ways[how];
locked:
  pthread_mutex_lock(&lock);
  sum++;
  pthread_mutex_unlock(&lock);
  return;
plain:
  sum++;
}
static void *work(void *unused) {
  step(0);
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return sum == 0;
}
