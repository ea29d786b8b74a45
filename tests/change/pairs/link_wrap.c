//: what: the linker is told to call another function than the one that locks (--wrap)
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: new-flags: -Wl,--wrap=take,--wrap=drop
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
void take(void) { pthread_mutex_lock(&lock); }
void drop(void) { pthread_mutex_unlock(&lock); }
void __wrap_take(void) {}
void __wrap_drop(void) {}
