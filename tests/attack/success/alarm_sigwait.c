// shows: a thread waits for SIGALRM by sigwait
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static sigset_t set;
static void* Waits(void* p) {
  int s;
  sigwait(&set, &s);
  assert(s == SIGALRM);
  return p;
}
int main(void) {
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_t t;
  pthread_create(&t, 0, Waits, 0);
  alarm(5);
  pthread_join(t, 0);
  return 0;
}
