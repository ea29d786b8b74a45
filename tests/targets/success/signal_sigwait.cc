// shows: a thread that takes signals by sigwait, the others block them
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static sigset_t set;
static int taken;

static void* Take(void*) {
  int number;
  assert(sigwait(&set, &number) == 0 && number == SIGUSR1);
  taken++;
  return nullptr;
}

int main() {
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  pthread_t thread;
  pthread_create(&thread, nullptr, Take, nullptr);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, nullptr);
  assert(taken == 1);
}
