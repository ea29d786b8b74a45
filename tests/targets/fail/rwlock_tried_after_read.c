// shows: a reader that becomes a writer later can keep a third out: the order of its writing and of the other's try
// kind: assert
// exhaustive: yes
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value, missed;

static void* Change(void* arg) {
  pthread_rwlock_rdlock(&lock);
  const int next = value + 1;
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  value = next;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t changer;
  pthread_create(&changer, 0, Change, 0);
  if (pthread_rwlock_tryrdlock(&lock) == 0) pthread_rwlock_unlock(&lock);
  else missed = 1;
  pthread_join(changer, 0);
  assert(!missed);
}
