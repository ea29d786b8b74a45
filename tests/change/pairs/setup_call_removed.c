//: what: the call that switches locking on is gone
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int locking, total;
void use_locks(int on) { locking = on; }
static void *add(void *unused) {
  if (locking) pthread_mutex_lock(&lock);
  ++total;
  if (locking) pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
-  use_locks(1);
  TWO_THREADS(add, add);
  return 0;
}
