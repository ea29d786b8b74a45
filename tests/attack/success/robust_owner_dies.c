// shows: the owner of a robust mutex ends without unlocking; the next one repairs the data
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int half, whole;

static void* Die(void* arg) {
  int r = pthread_mutex_lock(&lock);
  if (r == EOWNERDEAD) {
    half = whole;
    pthread_mutex_consistent(&lock);
  }
  half++;
  return arg;
}
int main(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&lock, &a);
  pthread_t t, u;
  pthread_create(&t, 0, Die, 0);
  pthread_create(&u, 0, Die, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(pthread_mutex_lock(&lock) == EOWNERDEAD);
  half = whole;
  assert(pthread_mutex_consistent(&lock) == 0);
  pthread_mutex_unlock(&lock);
  assert(pthread_mutex_lock(&lock) == 0 && half == 0);
  pthread_mutex_unlock(&lock);
  pthread_mutex_destroy(&lock);
}
