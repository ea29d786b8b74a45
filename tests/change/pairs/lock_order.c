//: what: one function takes the two locks the other way round
//: impact: changed
//: fault: deadlock
//: found: yes
#include "pair.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *one(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  x++, y++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}
static void *two(void *unused) {
-  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
+  pthread_mutex_lock(&a);
  x--, y--;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  return x + y;
}
