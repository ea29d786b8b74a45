// shows: destructors of keys run in rounds while values are set again
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_key_t k;
static atomic_int rounds;
static int v[3];
static void Gone(void* p) {
  ++rounds;
  if (p != &v[2]) pthread_setspecific(k, (int*)p + 1);
}
static void* Uses(void* a) {
  pthread_setspecific(k, &v[0]);
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_key_create(&k, Gone);
  pthread_create(&t, 0, Uses, 0), pthread_create(&u, 0, Uses, 0);
  pthread_join(t, 0), pthread_join(u, 0);
  assert(rounds == 6);
  pthread_key_delete(k);
  return 0;
}
