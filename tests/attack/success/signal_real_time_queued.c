// shows: several real-time signals of one number are pending, each with its value
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void* W(void* a) {
  sigset_t s;
  sigemptyset(&s);
  sigaddset(&s, SIGRTMIN);
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    siginfo_t x;
    assert(sigwaitinfo(&s, &x) == SIGRTMIN);
    sum += x.si_value.sival_int;
  }
  assert(sum == 6);
  return a;
}

int main(void) {
  sigset_t s;
  sigemptyset(&s);
  sigaddset(&s, SIGRTMIN);
  pthread_sigmask(SIG_BLOCK, &s, 0);
  pthread_t t;
  pthread_create(&t, 0, W, 0);
  for (int i = 1; i <= 3; i++) {
    union sigval v = {.sival_int = i};
    assert(sigqueue(getpid(), SIGRTMIN, v) == 0);
  }
  pthread_join(t, 0);
  return 0;
}
