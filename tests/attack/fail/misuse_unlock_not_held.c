// shows: an error path unlocks a mutex that it did not lock
// kind: misuse
// subkind: unlock-not-held
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int budget = 1;
static void* Spend(void* arg) {
  if (pthread_mutex_trylock(&m) == 0) budget--;
  pthread_mutex_unlock(&m);  // also if it was busy
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, Spend, 0);
  pthread_create(&b, 0, Spend, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
