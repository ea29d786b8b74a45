//: what: the linker gives a second lock the place of the first no longer (--defsym of a variable)
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: old-flags: -Wl,--defsym=one=shared_lock,--defsym=two=shared_lock
//: new-flags: -Wl,--defsym=one=shared_lock,--defsym=two=other_lock
//: units: locks.c
#include "pair.h"
extern pthread_mutex_t one, two;
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&one);
  ++total;
  pthread_mutex_unlock(&one);
  return unused;
}
static void *sub(void *unused) {
  pthread_mutex_lock(&two);
  --total;
  pthread_mutex_unlock(&two);
  return unused;
}
int main(void) {
  TWO_THREADS(add, sub);
  return total != 0;
}
//: file: locks.c
#include <pthread.h>
pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t other_lock = PTHREAD_MUTEX_INITIALIZER;
