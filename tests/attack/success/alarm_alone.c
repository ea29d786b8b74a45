// shows: three ways to wait for an alarm in one thread: a loop on a flag, sigsuspend, a sleep that it ends
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
static volatile sig_atomic_t rang;
static void Handler(int s) {
  (void)s;
  rang = 1;
}
int main(void) {
  struct sigaction a = {0};
  a.sa_handler = Handler;
  sigaction(SIGALRM, &a, 0);
  alarm(1);
  while (!rang) {
  }
  rang = 0;
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_BLOCK, &set, &old);
  alarm(1);
  while (!rang) sigsuspend(&old);
  rang = 0;
  alarm(1);
  sigprocmask(SIG_SETMASK, &old, 0);
  struct timespec hour = {3600, 0}, left = {0, 0};
  while (!rang && nanosleep(&hour, &left) == 0) {
  }
  assert(rang && left.tv_sec <= 3600);
  return 0;
}
