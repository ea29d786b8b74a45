//: what: the build includes another file before everything else
//: impact: changed
//: old-flags: -include on.h
//: new-flags: -include off.h
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void* add(void* unused) {
  if (LOCKING) pthread_mutex_lock(&lock);
  ++total;
  if (LOCKING) pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
//: file: on.h
#define LOCKING 1
//: file: off.h
#define LOCKING 0
