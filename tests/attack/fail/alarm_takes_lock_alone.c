// shows: the handler of a timer takes the lock that the only thread of the program holds
// kind: deadlock
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;
static volatile sig_atomic_t rang;
static void Add(void) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
}
static void Handler(int s) {
  (void)s;
  Add();
  rang++;
}
int main(void) {
  signal(SIGALRM, Handler);
  struct itimerval often = {{0, 500}, {0, 500}};
  setitimer(ITIMER_REAL, &often, 0);
  while (rang < 2) Add();
  return 0;
}
