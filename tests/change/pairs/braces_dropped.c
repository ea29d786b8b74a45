//: what: a second statement falls out of an if
//: impact: changed
//: fault: misuse
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static volatile int shared = 0;
static void *add(void *unused) {
  const int locks = shared;
  if (locks) pthread_mutex_lock(&lock);
  __atomic_add_fetch(&total, 1, __ATOMIC_SEQ_CST);
-  if (locks) {
+  if (locks)
    __atomic_add_fetch(&total, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&lock);
-  }
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
