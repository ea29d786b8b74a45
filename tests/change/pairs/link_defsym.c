//: what: the linker is told to use another function under the name (--defsym)
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: old-flags: -Wl,--defsym=take=take_lock,--defsym=drop=drop_lock
//: new-flags: -Wl,--defsym=take=take_nothing,--defsym=drop=take_nothing
//: units: locks.c
#include "pair.h"
void take(void);
void drop(void);
static int total;
static void *add(void *unused) {
  take();
  ++total;
  drop();
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
//: file: locks.c
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void take_lock(void) { pthread_mutex_lock(&lock); }
void drop_lock(void) { pthread_mutex_unlock(&lock); }
void take_nothing(void) {}
