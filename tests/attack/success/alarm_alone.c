// shows: three ways to wait for an alarm in one thread: a loop on a flag, sigsuspend, a sleep that it ends
// args: loop
// args: suspend
// args: sleep
#include <assert.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
static volatile sig_atomic_t rang;
static void Handler(int s) {
  (void)s;
  rang = 1;
}
static void Suspend(void) {
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_BLOCK, &set, &old);
  alarm(1);
  while (!rang) sigsuspend(&old);
}
static void Sleep(void) {
  struct timespec hour = {3600, 0}, left = {0, 0};
  alarm(1);
  while (!rang && nanosleep(&hour, &left) == 0) {
  }
  assert(left.tv_sec <= 3600);
}
int main(int argc, char** argv) {
  struct sigaction a = {0};
  a.sa_handler = Handler;
  sigaction(SIGALRM, &a, 0);
  if (argc > 1 && argv[1][1] == 'u') {
    Suspend();
  } else if (argc > 1 && argv[1][1] == 'l') {
    Sleep();
  } else {
    alarm(1);
    while (!rang) {
    }
  }
  assert(rang);
  return 0;
}
