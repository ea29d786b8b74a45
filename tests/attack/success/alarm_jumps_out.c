// shows: a time limit by siglongjmp out of a handler; after it the program goes on outside of the handler
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>
static sigjmp_buf out;
static long turns, jumps;
static void Handler(int s) {
  (void)s;
  siglongjmp(out, 1);
}
int main(void) {
  signal(SIGALRM, Handler);
  if (sigsetjmp(out, 1) != 0) {
    alarm(0);
    jumps++;
    assert(jumps == 1);
    return 0;
  }
  alarm(1);
  for (;;) turns++;
}
