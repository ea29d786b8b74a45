//: what: options of the linker that move code and sections, and bind nothing otherwise
//: impact: same
//: fault: none
//: old-flags: -Wl,--gc-sections -ffunction-sections
//: new-flags: -Wl,-O2,--build-id,--hash-style=gnu,-rpath,/nowhere other.c
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
//: file: other.c
static int nothing_of_it;
