//: what: one of two functions takes another lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
-  pthread_mutex_lock(&lock);
+  pthread_mutex_lock(&other);
  ++total;
-  pthread_mutex_unlock(&lock);
+  pthread_mutex_unlock(&other);
  return unused;
}
static void *take(void *unused) {
  pthread_mutex_lock(&lock);
  --total;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  TWO_THREADS(add, take);
  return total;
}
