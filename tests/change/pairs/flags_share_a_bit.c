//: what: an enumerator gets the bit of another one, and clearing that one clears it
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
-enum { kVerbose = 1, kLocked = 2 };
+enum { kVerbose = 1, kLocked = 1 };
static int flags = 3;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *work(void *unused) {
  if (flags & kLocked) pthread_mutex_lock(&m);
  n++;
  if (flags & kLocked) pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  flags &= ~kVerbose;
  TWO_THREADS(work, work);
  return 0;
}
