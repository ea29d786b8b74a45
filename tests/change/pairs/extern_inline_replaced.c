//: what: the inline body of a function differs from the one elsewhere, and it is used now
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: units: body.c
#include "pair.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;
-void add(void);
+inline __attribute__((gnu_inline, always_inline)) extern void add(void) { ++total; }
static void *work(void *unused) {
  add();
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return total == 0;
}
//: file: body.c
#include "pair.h"
extern pthread_mutex_t lock;
extern int total;
void add(void) {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
}
