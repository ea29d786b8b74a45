// shows: deferred cancellation acts at a cancellation point, unwinds, and join sees PTHREAD_CANCELED
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static int destroyed;

struct Guard {
  ~Guard() { destroyed++; }
};

static void* LoopForEver(void*) {
  Guard guard;
  for (;;) {
    pthread_testcancel();
    sched_yield();
  }
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, LoopForEver, nullptr);
  assert(pthread_cancel(thread) == 0);
  void* result;
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED && destroyed == 1);
}
