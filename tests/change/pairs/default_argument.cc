//: what: the default of a parameter decides about the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
-static void Add(bool locked = true) {
+static void Add(bool locked = false) {
  if (locked) pthread_mutex_lock(&lock);
  ++total;
  if (locked) pthread_mutex_unlock(&lock);
}
static void* work(void* unused) {
  Add();
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 0;
}
