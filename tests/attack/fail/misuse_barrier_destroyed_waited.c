// shows: a barrier is destroyed while a thread still waits at it
// kind: misuse
#include <pthread.h>
#include <stdatomic.h>
static pthread_barrier_t b;
static atomic_int cancelled;
static void* Work(void* arg) {
  if (!cancelled) pthread_barrier_wait(&b);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, Work, 0);
  cancelled = 1;
  pthread_barrier_destroy(&b);
  return 0;
}
