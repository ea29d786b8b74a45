//: what: two files define one function, and the linker takes the first: the files are named in another order
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: old-flags: -Wl,-z,muldefs careful.c quick.c
//: new-flags: -Wl,-z,muldefs quick.c careful.c
#include "pair.h"
void add(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;
static void *work(void *unused) {
  add();
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return total == 0;
}
//: file: careful.c
#include <pthread.h>
extern pthread_mutex_t lock;
extern int total;
void add(void) {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
}
//: file: quick.c
extern int total;
void add(void) { ++total; }
