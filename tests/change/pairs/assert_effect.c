//: what: -DNDEBUG takes out an assertion that locks
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: new-flags: -DNDEBUG
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  assert(pthread_mutex_lock(&lock) == 0);
  ++total;
  assert(pthread_mutex_unlock(&lock) == 0);
  return unused;
}
int main(void) {
  (void)lock;
  TWO_THREADS(add, add);
  return total == 0;
}
