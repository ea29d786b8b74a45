// shows: a C program whose assertion needs a schedule
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;

static void* Advance(void* unused) {
  atomic_store(&stage, 1);
  atomic_store(&stage, 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, Advance, NULL);
  assert(atomic_load(&stage) != 1);
  pthread_join(thread, NULL);
  return 0;
}
