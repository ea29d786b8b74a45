// shows: the handler of a timer sees one of two variables written, in a program that never has a second thread
// kind: assert
#include <assert.h>
#include <signal.h>
#include <sys/time.h>
static int first, second;
static void Handler(int s) {
  (void)s;
  assert(first == second);
}
int main(void) {
  signal(SIGALRM, Handler);
  struct itimerval soon = {{0, 0}, {0, 1000}};
  setitimer(ITIMER_REAL, &soon, 0);
  first = 1;
  second = 1;
  return 0;
}
