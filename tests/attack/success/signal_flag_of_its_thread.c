// shows: a handler and the thread that it interrupts share plain memory: no race, whatever the moment
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t asked, served;

static void Handle(int number) { asked = 1; }

static void* Run(void* arg) {
  for (int i = 0; i < 3; i++)
    if (asked) served = 1;
  assert(!served || asked);
  return arg;
}

int main(void) {
  signal(SIGUSR1, Handle);
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
