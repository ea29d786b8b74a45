//: what: a record grows, and a lock is chosen by its size
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include "pair.h"
struct record {
  int a;
+  long b;
};
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int n;
static void* one(void* unused) {
  pthread_mutex_lock(&locks[sizeof(struct record) > 8]);
  ++n;
  pthread_mutex_unlock(&locks[sizeof(struct record) > 8]);
  return unused;
}
static void* two(void* unused) {
  pthread_mutex_lock(&locks[0]);
  ++n;
  pthread_mutex_unlock(&locks[0]);
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  return 0;
}
