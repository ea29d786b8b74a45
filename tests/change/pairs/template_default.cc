//: what: the default of a template parameter
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
-template <bool kLocked = true>
+template <bool kLocked = false>
void Add() {
  if constexpr (kLocked) pthread_mutex_lock(&lock);
  ++total;
  if constexpr (kLocked) pthread_mutex_unlock(&lock);
}
static void* work(void* unused) {
  Add();
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 0;
}
