//: what: the build undefines the macro that it defined
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: old-flags: -DLOCKED=1
//: new-flags: -DLOCKED=1 -ULOCKED
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
#ifdef LOCKED
#define TAKE pthread_mutex_lock(&lock)
#define DROP pthread_mutex_unlock(&lock)
#else
#define TAKE (void)lock
#define DROP (void)0
#endif
static void *add(void *unused) {
  TAKE;
  ++total;
  DROP;
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
