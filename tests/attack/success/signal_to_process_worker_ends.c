// shows: a signal to the process is taken although the thread that was chosen for it ends
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static _Atomic int flag;
static void On(int s) {
  (void)s;
  flag = 1;
}
static void* Worker(void* a) { return a; }
int main(void) {
  pthread_t t;
  signal(SIGUSR1, On);
  pthread_create(&t, 0, Worker, 0);
  kill(getpid(), SIGUSR1);
  pthread_join(t, 0);
  assert(flag);
  return 0;
}
