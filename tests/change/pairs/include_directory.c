//: what: the build finds another header of the same name first
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: old-flags: -include careful.h
//: new-flags: -include quick.h
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  TAKE(&lock);
  ++total;
  DROP(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
//: file: careful.h
#define TAKE(m) pthread_mutex_lock(m)
#define DROP(m) pthread_mutex_unlock(m)
//: file: quick.h
#define TAKE(m) (void)(m)
#define DROP(m) (void)(m)
