// shows: a read-write lock is given back twice on one path
// kind: misuse
// subkind: unlock-not-held
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int version;
static void* Read(void* arg) {
  pthread_rwlock_rdlock(&l);
  int seen = version;
  pthread_rwlock_unlock(&l);
  if (seen == 0) pthread_rwlock_unlock(&l);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Read, 0);
  pthread_rwlock_wrlock(&l);
  version = 1;
  pthread_rwlock_unlock(&l);
  pthread_join(t, 0);
  return 0;
}
