//: what: a flag of the build chooses the shared lock for the writer
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: new-flags: -DSHARED_WRITERS
#include "pair.h"
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int n;
static void *work(void *unused) {
#ifdef SHARED_WRITERS
  pthread_rwlock_rdlock(&l);
#else
  pthread_rwlock_wrlock(&l);
#endif
  n++;
  pthread_rwlock_unlock(&l);
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return 0;
}
