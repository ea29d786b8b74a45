// shows: the mask of permissions is one for all threads
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <sys/stat.h>

static void* F(void* a) {
  mode_t old = umask((mode_t)(long)a);
  mode_t now = umask(old);
  assert(now == (mode_t)(long)a);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, F, (void*)022);
  pthread_create(&b, 0, F, (void*)077);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
