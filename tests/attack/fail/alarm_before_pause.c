// shows: the alarm rings between the look at the flag and pause, in a program that never has a second thread
// kind: deadlock
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t rang;
static void Handler(int s) {
  (void)s;
  rang = 1;
}
int main(void) {
  signal(SIGALRM, Handler);
  alarm(1);
  while (!rang) pause();
  return 0;
}
