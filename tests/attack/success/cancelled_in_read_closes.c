// shows: a thread is cancelled in read or before; its cleanup handlers run in reverse order
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int p[2], order, first, second;
static void One(void* a) {
  (void)a;
  first = ++order;
}
static void Two(void* a) {
  (void)a;
  second = ++order;
}
static void* Reads(void* a) {
  char c;
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  pthread_cleanup_push(One, 0);
  pthread_cleanup_push(Two, 0);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  (void)!read(p[0], &c, 1);
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(1);
  return a;
}
static void* Run(void* a) {
  pthread_t t;
  void* r;
  (void)!pipe(p);
  pthread_create(&t, 0, Reads, 0);
  pthread_cancel(t);
  pthread_join(t, &r);
  assert(r == PTHREAD_CANCELED && second == 1 && first == 2);
  close(p[0]), close(p[1]);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
