// shows: values of threads are destroyed in the order of their keys' numbers, which two threads asked for
// kind: assert
// exhaustive: yes
#include <assert.h>
#include <pthread.h>

static pthread_key_t first, second;
static _Thread_local int log_;

static void End(void *p) {
  assert(*(int *)p == log_);
  ++log_;
}
static void *MakeFirst(void *p) {
  pthread_key_create(&first, End);
  return p;
}
static void *MakeSecond(void *p) {
  pthread_key_create(&second, End);
  return p;
}
static void *Use(void *p) {
  static int zero, one = 1;
  pthread_setspecific(first, &zero);
  pthread_setspecific(second, &one);
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, MakeFirst, 0);
  pthread_create(&u, 0, MakeSecond, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_create(&t, 0, Use, 0);
  pthread_join(t, 0);
}
