//: what: a thread's own pointer (pthread_setspecific) becomes a global
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_key_t key;
static int *current;
static void *work(void *unused) {
  int mine = 0;
-  pthread_setspecific(key, &mine);
-  *(int *)pthread_getspecific(key) += 1;
+  current = &mine;
+  *current += 1;
  return unused;
}
int main(void) {
  pthread_key_create(&key, NULL);
  TWO_THREADS(work, work);
  return 0;
}
