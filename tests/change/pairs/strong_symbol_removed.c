//: what: a file no longer defines the function that takes the lock; the weak one of another file runs
//: impact: changed
//: units: other.c
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;
__attribute__((weak)) void add(void) { ++total; }
static void* work(void* unused) {
  add();
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return total == 0;
}
//: file: other.c
#include "pair.h"
extern pthread_mutex_t lock;
extern int total;
-void add(void) {
-  pthread_mutex_lock(&lock);
-  ++total;
-  pthread_mutex_unlock(&lock);
-}
int unrelated(void) { return 1; }
