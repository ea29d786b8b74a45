//: what: an enumeration becomes as small as it can, and two fields lie otherwise
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: new-flags: -fshort-enums
#include "pair.h"
enum size { kSmall = 1, kLarge = 2 };
static pthread_mutex_t locks[5] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&locks[sizeof(enum size)]);
  ++total;
  pthread_mutex_unlock(&locks[sizeof(enum size)]);
  return unused;
}
static void *sub(void *unused) {
  pthread_mutex_lock(&locks[4]);
  --total;
  pthread_mutex_unlock(&locks[4]);
  return unused;
}
int main(void) {
  TWO_THREADS(add, sub);
  return total != 0;
}
