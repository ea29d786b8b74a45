//: what: two fields under two locks become bit-fields of one unit
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct flags {
-  unsigned read;
-  unsigned written;
+  unsigned read : 4;
+  unsigned written : 4;
};
static struct flags flags;
static pthread_mutex_t r = PTHREAD_MUTEX_INITIALIZER, w = PTHREAD_MUTEX_INITIALIZER;
static void *reads(void *unused) {
  pthread_mutex_lock(&r);
  flags.read = 1;
  pthread_mutex_unlock(&r);
  return unused;
}
static void *writes(void *unused) {
  pthread_mutex_lock(&w);
  flags.written = 1;
  pthread_mutex_unlock(&w);
  return unused;
}
int main(void) {
  TWO_THREADS(reads, writes);
  return 0;
}
