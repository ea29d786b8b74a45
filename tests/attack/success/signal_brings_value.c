// shows: a queued signal brings its value, and orders plain data
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static int data;

static void* W(void* a) {
  sigset_t s;
  sigemptyset(&s);
  sigaddset(&s, SIGUSR2);
  siginfo_t i;
  struct timespec ts = {1, 0};
  int r;
  do r = sigtimedwait(&s, &i, &ts);
  while (r < 0);
  assert(r == SIGUSR2);
  assert(i.si_value.sival_int == 7);
  assert(data == 5);
  return a;
}

int main(void) {
  sigset_t s;
  sigemptyset(&s);
  sigaddset(&s, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &s, 0);
  pthread_t t;
  pthread_create(&t, 0, W, 0);
  data = 5;
  union sigval v = {.sival_int = 7};
  assert(pthread_sigqueue(t, SIGUSR2, v) == 0);
  pthread_join(t, 0);
  return 0;
}
