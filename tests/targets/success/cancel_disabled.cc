// shows: a disabled thread finishes what it does; the request stays pending until enabled
#include <assert.h>
#include <pthread.h>

static int finished, after_enable;

static void* Run(void*) {
  int old;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  pthread_cancel(pthread_self());
  pthread_testcancel();
  finished++;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  pthread_testcancel();
  after_enable++;
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  void* result;
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED && finished == 1 && after_enable == 0);
}
