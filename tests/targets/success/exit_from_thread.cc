// shows: exit(0) in a thread ends the process while others wait; atexit handlers run there
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static pthread_t ender;

static void Check() { assert(pthread_equal(pthread_self(), ender)); }

static void* End(void*) {
  ender = pthread_self();
  exit(0);
}

static void* WaitForEver(void*) {
  pthread_mutex_lock(&held);
  return nullptr;
}

int main() {
  atexit(Check);
  pthread_mutex_lock(&held);
  pthread_t a, b;
  pthread_create(&a, nullptr, WaitForEver, nullptr);
  pthread_create(&b, nullptr, End, nullptr);
  pthread_join(a, nullptr);
  abort();
}
