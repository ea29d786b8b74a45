// shows: asynchronous cancellation ends a thread that reaches no cancellation point
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int spins;

static void* Spin(void* unused) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  for (;;) atomic_store(&spins, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, Spin, NULL);
  pthread_cancel(thread);
  void* result;
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
