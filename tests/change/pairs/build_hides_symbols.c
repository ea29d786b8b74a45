//: what: the build hides the program's functions
//: impact: same
//: old-flags: -fvisibility=default
//: new-flags: -fvisibility=hidden
//: slow: yes
//: fault: none
#include "pair.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;
void* add(void* unused) {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
