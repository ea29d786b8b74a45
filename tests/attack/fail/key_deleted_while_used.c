// shows: one thread deletes the key that another is about to read back
// kind: assert
#include <assert.h>
#include <pthread.h>
static pthread_key_t k;
static void* Uses(void* a) {
  pthread_setspecific(k, &k);
  assert(pthread_getspecific(k) == &k);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_key_create(&k, 0);
  pthread_create(&t, 0, Uses, 0);
  pthread_key_delete(k);
  pthread_join(t, 0);
  return 0;
}
