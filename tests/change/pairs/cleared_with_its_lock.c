//: what: a reset clears the whole record, its lock included
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include "pair.h"
#include <string.h>
struct meter {
  pthread_mutex_t lock;
  int low, high;
};
static struct meter meter = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
static void *reset(void *unused) {
  pthread_mutex_lock(&meter.lock);
-  memset(&meter.low, 0, 2 * sizeof meter.low);
+  memset(&meter, 0, sizeof meter);
  pthread_mutex_unlock(&meter.lock);
  return unused;
}
static void *note(void *unused) {
  pthread_mutex_lock(&meter.lock);
  meter.low = 1;
  meter.high = 2;
  pthread_mutex_unlock(&meter.lock);
  return unused;
}
int main(void) {
  TWO_THREADS(reset, note);
  return 0;
}
