//: what: a constexpr constant decides about the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
-constexpr bool kLocked = true;
+constexpr bool kLocked = false;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void* work(void* unused) {
  if (kLocked) pthread_mutex_lock(&lock);
  ++total;
  if (kLocked) pthread_mutex_unlock(&lock);
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 0;
}
