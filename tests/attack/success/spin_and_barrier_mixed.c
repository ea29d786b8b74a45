// shows: a spin lock guards the counter, a barrier the phases; exactly one serial thread
#include <assert.h>
#include <pthread.h>
static pthread_spinlock_t s;
static pthread_barrier_t b;
static int n, serial;
static void* Works(void* a) {
  pthread_spin_lock(&s);
  ++n;
  pthread_spin_unlock(&s);
  int r = pthread_barrier_wait(&b);
  assert(n == 2);
  pthread_barrier_wait(&b);
  if (r == PTHREAD_BARRIER_SERIAL_THREAD) ++serial, n = 0;
  return a;
}
int main(void) {
  pthread_t t;
  pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE), pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, Works, 0);
  Works(0);
  pthread_join(t, 0);
  assert(serial == 1 && n == 0);
  pthread_barrier_destroy(&b), pthread_spin_destroy(&s);
  return 0;
}
