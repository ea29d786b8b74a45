// shows: an alarm as watchdog is switched off in time and says how much of it was left
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static void Handler(int s) {
  (void)s;
  _exit(3);
}
static void* Works(void* p) {
  usleep(100);
  return p;
}
int main(void) {
  signal(SIGALRM, Handler);
  alarm(100);
  pthread_t t;
  pthread_create(&t, 0, Works, 0);
  pthread_join(t, 0);
  assert(alarm(0) > 0);
  return 0;
}
