//: what: functions and a variable that nobody uses any more are removed, and an #if 0
//: impact: same
//: fault: none
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
-int legacy_mode = 0;
-int legacy_total(void) {
-  if (!legacy_mode) return 0;
-  return total;
-}
-#if 0
-void older(void) { total = 0; }
-#endif
static void* add(void* unused) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
