// shows: sigsuspend returns once the handler ran, whenever the signal was sent
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int handled;

static void Handle(int number) { handled = 1; }

static void* Wait(void* arg) {
  sigset_t none;
  sigemptyset(&none);
  while (!handled) assert(sigsuspend(&none) == -1 && errno == EINTR);
  return arg;
}

int main(void) {
  signal(SIGUSR1, Handle);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, Wait, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  assert(handled == 1);
  return 0;
}
