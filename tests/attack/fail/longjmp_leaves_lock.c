// shows: longjmp out of a function that holds a lock
// kind: deadlock
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int bad;

static void Work(jmp_buf* j) {
  pthread_mutex_lock(&m);
  if (bad) longjmp(*j, 1);
  bad = 1;
  pthread_mutex_unlock(&m);
}

static void* F(void* a) {
  jmp_buf j;
  if (setjmp(j) == 0) Work(&j);
  return a;
}

static void* G(void* a) {
  pthread_mutex_lock(&m);
  bad = 0;
  pthread_mutex_unlock(&m);
  return a;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, F, 0);
  pthread_create(&t[1], 0, F, 0);
  pthread_create(&t[2], 0, G, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
