// shows: cancelling a thread that may have ended already is harmless before the join
#include <assert.h>
#include <pthread.h>

static void* Return(void* value) {
  pthread_testcancel();
  return value;
}

int main() {
  int value;
  pthread_t thread;
  pthread_create(&thread, nullptr, Return, &value);
  int rc = pthread_cancel(thread);
  assert(rc == 0);
  void* result;
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED || result == &value);
}
