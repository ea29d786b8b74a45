//: what: a use of __COUNTER__ in front shifts which lock a macro takes
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int total;
+enum { kUsed = __COUNTER__ };
enum { kFirst = __COUNTER__ / 2, kSecond = __COUNTER__ / 2 };
static void *add(void *unused) {
  pthread_mutex_lock(&locks[kFirst]);
  ++total;
  pthread_mutex_unlock(&locks[kFirst]);
  return unused;
}
static void *sub(void *unused) {
  pthread_mutex_lock(&locks[kSecond]);
  --total;
  pthread_mutex_unlock(&locks[kSecond]);
  return unused;
}
int main(void) {
  TWO_THREADS(add, sub);
  return total != 0;
}
