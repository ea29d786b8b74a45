// shows: mutexes whose type promises an answer for wrong use: unlocking what one does not hold is EPERM, and that is defined
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t check = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void* Work(void* arg) {
  assert(pthread_mutex_unlock(&check) == EPERM);
  assert(pthread_mutex_unlock(&recursive) == EPERM);
  assert(pthread_mutex_lock(&check) == 0 && pthread_mutex_lock(&check) == EDEADLK && pthread_mutex_unlock(&check) == 0);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, Work, 0);
  pthread_create(&b, 0, Work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(pthread_mutex_destroy(&check) == 0 && pthread_mutex_init(&check, 0) == 0 && pthread_mutex_lock(&check) == 0);
  assert(pthread_mutex_unlock(&check) == 0);
  return 0;
}
