//: what: the index decides which lock of an array is taken
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int total;
static void *add(void *id) {
-  int i = id == NULL ? 0 : 0;
+  int i = id == NULL ? 0 : 1;
  pthread_mutex_lock(&locks[i]);
  ++total;
  pthread_mutex_unlock(&locks[i]);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, &b);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return total == 0;
}
