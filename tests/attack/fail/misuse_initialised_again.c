// shows: lazy initialisation without a lock initialises a mutex that another thread waits for
// kind: misuse
// message: initialised again|that nobody holds|does not hold
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m;
static atomic_int initialised, inside;
static void* Work(void* arg) {
  if (!initialised) {
    pthread_mutex_init(&m, 0);
    initialised = 1;
  }
  pthread_mutex_lock(&m);
  inside++;
  inside--;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, Work, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
