// shows: with writers preferred, a reader that locks again while a writer waits never gets it
// kind: deadlock
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock;
static void* Write(void* arg) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}
int main(void) {
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init(&a);
  pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&lock, &a);
  pthread_t t;
  pthread_create(&t, 0, Write, 0);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_join(t, 0);
}
