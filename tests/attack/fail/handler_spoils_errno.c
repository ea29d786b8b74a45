// shows: a signal handler that fails a call changes errno between a failed call and the look at it
// kind: assert
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static void Handler(int s) {
  (void)s;
  (void)!write(-1, "x", 1);
}
static void* Opens(void* p) {
  int r = access("/nowhere/at/all", R_OK);
  assert(r == -1 && errno == ENOENT);
  return p;
}
int main(void) {
  signal(SIGUSR1, Handler);
  pthread_t t;
  pthread_create(&t, 0, Opens, 0);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, 0);
  return 0;
}
