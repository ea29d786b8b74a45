//: what: the state is not asked again after the wait
//: impact: changed
//: fault: assert
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;
static void *take(void *unused) {
  pthread_mutex_lock(&lock);
-  while (items == 0) pthread_cond_wait(&changed, &lock);
+  if (items == 0) pthread_cond_wait(&changed, &lock);
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&lock);
  return unused;
}
static void put(void) {
  pthread_mutex_lock(&lock);
  items++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take, NULL);
  pthread_create(&b, NULL, take, NULL);
  put();
  put();
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
