//: what: a counter of all threads becomes one of each thread: what they counted is lost
//: impact: changed
//: select: yes
//: fault: assert
//: found: yes
#include "pair.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
-static int count;
+static __thread int count;
static void *work(void *unused) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  assert(count == 2);
  return 0;
}
