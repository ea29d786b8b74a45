// shows: a thread gives back a lock that it does not hold, in every run, which libc lets happen; what the threads do wrong after that
// is found all the same
// kind: assert
// exhaustive: yes
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER, mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void Add(void) {
  pthread_mutex_lock(&mutex);
  int seen = value;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  value = seen + 1;
  pthread_mutex_unlock(&mutex);
}
static void* AfterTheOther(void* unused) {
  pthread_mutex_lock(&order);
  Add();
  pthread_mutex_unlock(&order);
  return unused;
}
static void* LetsItGo(void* unused) {
  pthread_mutex_unlock(&order);
  Add();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_mutex_lock(&order);
  if (pthread_create(&a, NULL, AfterTheOther, NULL) != 0 || pthread_create(&b, NULL, LetsItGo, NULL) != 0) return 1;
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(value == 2);
  return 0;
}
