//: what: a loop that waits for an atomic ends one step earlier
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, other;
static void *work(void *unused) {
  if (!unused) {
    for (;;) {
      const int seen = __atomic_load_n(&other, __ATOMIC_ACQUIRE);
-      if (seen > 1) break;
+      if (seen >= 1) break;
    }
    value++;
    return unused;
  }
  __atomic_store_n(&other, 1, __ATOMIC_RELEASE);
  value++;
  __atomic_store_n(&other, 2, __ATOMIC_RELEASE);
  return unused;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, &value);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return value > 2;
}
