//: what: a wait in the middle of the section lets others in
//: impact: changed
//: fault: assert
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int go, total;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
-  while (!go) pthread_cond_wait(&changed, &lock);
  int seen = total;
+  while (!go) pthread_cond_wait(&changed, &lock);
  total = seen + 1;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_mutex_lock(&lock);
  go = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(total == 2);
  return 0;
}
