//: what: the destructor of thread-specific data adds to the totals without the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <stdlib.h>
#include "pair.h"
static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void flush(void* p) {
-  pthread_mutex_lock(&lock);
  total += *(int*)p;
-  pthread_mutex_unlock(&lock);
  free(p);
}
static void* worker(void* unused) {
  int* own = malloc(sizeof *own);
  *own = 1;
  pthread_setspecific(key, own);
  return unused;
}
int main(void) {
  (void)lock;
  pthread_key_create(&key, flush);
  TWO_THREADS(worker, worker);
  return total > 2;
}
