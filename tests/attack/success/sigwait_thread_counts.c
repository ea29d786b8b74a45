// shows: all threads block the signal, one takes it by sigwaitinfo
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static sigset_t s;
static int got;
static void* Waits(void* a) {
  siginfo_t i;
  while (sigwaitinfo(&s, &i) != SIGUSR1);
  got = i.si_value.sival_int;
  return a;
}
int main(void) {
  pthread_t t;
  sigemptyset(&s), sigaddset(&s, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &s, 0);
  pthread_create(&t, 0, Waits, 0);
  union sigval v = {.sival_int = 9};
  sigqueue(getpid(), SIGUSR1, v);
  pthread_join(t, 0);
  assert(got == 9);
  return 0;
}
