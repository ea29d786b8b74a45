// shows: setitimer rings three times while main waits and a thread works
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
static volatile sig_atomic_t rang;
static void Handler(int s) {
  (void)s;
  rang++;
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
  struct itimerval v = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &v, 0);
  while (rang < 3) sigsuspend(&old);
  pthread_join(t, 0);
  return 0;
}
