// shows: a signal that comes between the look at the flag and pause is waited for in vain
// kind: deadlock
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t told;

static void Handle(int number) { told = 1; }

static void* Run(void* arg) {
  if (!told) pause();
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
