// shows: a watchdog with a handler that ends the process does not fail a program that is done long before
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void TooLong(int s) {
  (void)s;
  _exit(1);
}
static void* Adds(void* p) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return p;
}
int main(void) {
  signal(SIGALRM, TooLong);
  alarm(60);
  Adds(0);
  pthread_t t;
  pthread_create(&t, 0, Adds, 0);
  pthread_join(t, 0);
  return count != 2;
}
