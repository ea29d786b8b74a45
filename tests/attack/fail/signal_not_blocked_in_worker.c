// shows: the signal that sigwait waits for is blocked in one thread only; the worker is killed by it
// kind: signal
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static void* Worker(void* a) { return a; }
int main(void) {
  pthread_t t;
  sigset_t s;
  int got;
  pthread_create(&t, 0, Worker, 0);
  sigemptyset(&s), sigaddset(&s, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &s, 0);
  kill(getpid(), SIGUSR1);
  sigwait(&s, &got);
  pthread_join(t, 0);
  return 0;
}
