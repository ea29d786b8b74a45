// shows: two threads put their own handler in place of the old one and back: the old one is lost
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void Handler(int number) { (void)number; }

static void* Swap(void* arg) {
  void (*old)(int) = signal(SIGUSR1, Handler);
  signal(SIGUSR1, old);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, Swap, NULL);
  pthread_create(&b, NULL, Swap, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(signal(SIGUSR1, SIG_DFL) == SIG_DFL);
  return 0;
}
