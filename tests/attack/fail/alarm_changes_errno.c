// shows: a handler that does not put errno back, between a call and the look at its error
// kind: assert
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
static void Handler(int s) {
  (void)s;
  close(-1);
}
int main(void) {
  signal(SIGALRM, Handler);
  struct itimerval often = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &often, 0);
  errno = 0;
  long limit = sysconf(_SC_PAGESIZE);
  assert(limit > 0 && errno == 0);
  return 0;
}
