//: what: a field is added in front: nothing that was there does something else
//: impact: changed
//: select: no
//: fault: none
#include "pair.h"
#include "counter.h"
static Counter counter;
static void* work(void* unused) {
  pthread_mutex_lock(&counter.lock);
  counter.total++;
  pthread_mutex_unlock(&counter.lock);
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return counter.total == 0;
}
//: file: counter.h
struct Counter {
+  long reserved;
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  int total = 0;
};
