//: what: objects share one lock through a pointer; one gets another
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
-static struct account x = {&m1, &sum}, y = {&m1, &sum};
+static struct account x = {&m1, &sum}, y = {&m2, &sum};
static void *use(void *which) {
  struct account *a = which;
  pthread_mutex_lock(a->lock);
  ++*a->sum;
  pthread_mutex_unlock(a->lock);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_mutex_lock(&m2);
  pthread_mutex_unlock(&m2);
  pthread_create(&a, NULL, use, &x);
  pthread_create(&b, NULL, use, &y);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return sum == 0;
}
