// shows: a stop by signal is lost if the handler runs just before the wait that it should interrupt
// kind: deadlock
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

static sem_t work;
static volatile sig_atomic_t stop;

static void Handle(int number) { stop = 1; }

static void* Run(void* arg) {
  while (!stop)
    if (sem_wait(&work) != 0 && errno == EINTR) continue;
  return arg;
}

int main(void) {
  struct sigaction action = {.sa_handler = Handle};  // interrupts
  sigaction(SIGUSR1, &action, NULL);
  sem_init(&work, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
