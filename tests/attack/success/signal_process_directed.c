// shows: a signal to the process is taken once, by a thread that does not block it
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int taken;
static sigset_t set;

static void* Wait(void* arg) {
  int number = 0;
  assert(sigwait(&set, &number) == 0 && number == SIGUSR1);
  taken++;
  return arg;
}

int main(void) {
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, Wait, NULL);
  kill(getpid(), SIGUSR1);
  pthread_join(thread, NULL);
  assert(taken == 1);
  return 0;
}
