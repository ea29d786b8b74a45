//: what: a local structure is filled from a constant that names the lock; one names another
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct account {
  pthread_mutex_t *lock;
  int *sum;
};
static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void use(struct account *a) {
  pthread_mutex_lock(a->lock);
  ++*a->sum;
  pthread_mutex_unlock(a->lock);
}
static void *one(void *unused) {
  struct account x = {&m1, &sum};
  use(&x);
  return unused;
}
static void *two(void *unused) {
-  struct account y = {&m1, &sum};
+  struct account y = {&m2, &sum};
  use(&y);
  return unused;
}
int main(void) {
  pthread_mutex_lock(&m2);
  pthread_mutex_unlock(&m2);
  TWO_THREADS(one, two);
  return sum == 0;
}
