// shows: alarm interrupts a pause in main while a thread works
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t rang;
static void Handler(int s) {
  (void)s;
  rang = 1;
}
static void* Works(void* p) { return p; }
int main(void) {
  struct sigaction a = {0};
  a.sa_handler = Handler;
  sigaction(SIGALRM, &a, 0);
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &set, &old);
  pthread_t t;
  pthread_create(&t, 0, Works, 0);
  alarm(1);
  while (!rang) sigsuspend(&old);
  pthread_join(t, 0);
  return 0;
}
