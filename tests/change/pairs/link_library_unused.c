//: what: the program is linked with the library of mathematics, of which it uses nothing
//: impact: same
//: fault: none
//: new-flags: -Wl,--no-as-needed -lm
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
