// shows: an eventfd without EFD_SEMAPHORE: one reader takes both tokens, the other waits for ever
// kind: deadlock
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int e;
static void* Takes(void* a) {
  uint64_t v;
  (void)!read(e, &v, 8);
  return a;
}
static void* Run(void* a) {
  pthread_t x, y;
  uint64_t one = 1;
  e = eventfd(0, 0);
  pthread_create(&x, 0, Takes, 0);
  pthread_create(&y, 0, Takes, 0);
  (void)!write(e, &one, 8);
  (void)!write(e, &one, 8);
  pthread_join(x, 0);
  pthread_join(y, 0);
  close(e);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
