// shows: sem_wait is called again after EINTR, or restarted by itself
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

static sem_t filled;
static int item;

static void Handle(int number) {}

static void* Take(void* arg) {
  while (sem_wait(&filled) != 0) assert(errno == EINTR);
  assert(item == 1);
  return arg;
}

int main(void) {
  struct sigaction action = {0};
  action.sa_handler = Handle;
  sigaction(SIGUSR1, &action, NULL);
  sem_init(&filled, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, Take, NULL);
  pthread_kill(thread, SIGUSR1);
  item = 1;
  sem_post(&filled);
  pthread_join(thread, NULL);
  return 0;
}
