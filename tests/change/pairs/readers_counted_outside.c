//: what: a lock for readers and writers made by hand counts its readers outside of its mutex
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t free_again = PTHREAD_COND_INITIALIZER;
static int readers, value;
static void *read_it(void *unused) {
  pthread_mutex_lock(&m);
  readers++;
  pthread_mutex_unlock(&m);
  int seen = value;
-  pthread_mutex_lock(&m);
  readers--;
+  pthread_mutex_lock(&m);
  pthread_cond_signal(&free_again);
  pthread_mutex_unlock(&m);
  return seen ? unused : NULL;
}
static void *write_it(void *unused) {
  pthread_mutex_lock(&m);
  while (readers) pthread_cond_wait(&free_again, &m);
  value++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  TWO_THREADS(read_it, write_it);
  return 0;
}
