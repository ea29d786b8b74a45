// shows: a thread that has given back its read lock gives it back once more, while another one may not have taken its own yet
// kind: misuse
// exhaustive: yes
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int begun;

static void* Twice(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  if (begun) pthread_rwlock_unlock(&lock);
  return unused;
}
static void* Keep(void* unused) {
  begun = 1;
  pthread_rwlock_rdlock(&lock);
  return unused;
}

int main(void) {
  pthread_t twice, keep;
  pthread_create(&twice, NULL, Twice, NULL);
  pthread_create(&keep, NULL, Keep, NULL);
  pthread_join(twice, NULL);
  pthread_join(keep, NULL);
  return 0;
}
