//: what: an inline function of a header no longer locks
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
#include "counter.h"
static void* work(void* unused) {
  Add();
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 0;
}
//: file: counter.h
inline pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
inline int total = 0;
inline void Add() {
-  pthread_mutex_lock(&lock);
  ++total;
-  pthread_mutex_unlock(&lock);
}
