// shows: an eventfd in semaphore mode gives one token to each reader
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int e;
static void* Takes(void* a) {
  uint64_t v;
  assert(read(e, &v, 8) == 8 && v == 1);
  return a;
}
static void* Run(void* a) {
  pthread_t t, u;
  e = eventfd(0, EFD_SEMAPHORE);
  pthread_create(&t, 0, Takes, 0), pthread_create(&u, 0, Takes, 0);
  uint64_t two = 2;
  (void)!write(e, &two, 8);
  pthread_join(t, 0), pthread_join(u, 0);
  close(e);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
