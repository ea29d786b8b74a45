// shows: two threads join the same thread
// kind: misuse
#include <pthread.h>

static pthread_t worker;
static void* Work(void* arg) { return arg; }
static void* Join(void* arg) {
  pthread_join(worker, 0);
  return arg;
}
int main(void) {
  pthread_create(&worker, 0, Work, 0);
  pthread_t a, b;
  pthread_create(&a, 0, Join, 0);
  pthread_create(&b, 0, Join, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
