//: what: three locks pass their names on in a circle, and one thread is forgotten
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *one(void *unused) {
-  pthread_mutex_lock(&a);
+  pthread_mutex_lock(&b);
  n++;
-  pthread_mutex_unlock(&a);
+  pthread_mutex_unlock(&b);
-  pthread_mutex_lock(&b);
+  pthread_mutex_lock(&c);
-  pthread_mutex_unlock(&b);
+  pthread_mutex_unlock(&c);
  return unused;
}
static void *two(void *unused) {
  pthread_mutex_lock(&a);
  n++;
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&c);
  pthread_mutex_unlock(&c);
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  return 0;
}
