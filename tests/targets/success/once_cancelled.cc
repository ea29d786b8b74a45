// shows: a thread cancelled inside pthread_once leaves the control as if never called
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int started, finished;

static void CancelSelf() {
  if (started++ == 0) {
    pthread_cancel(pthread_self());
    pthread_testcancel();
  }
  finished++;
}

static void* Use(void*) {
  pthread_once(&once, CancelSelf);
  return nullptr;
}

int main() {
  void* result;
  pthread_t thread;
  pthread_create(&thread, nullptr, Use, nullptr);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED && finished == 0);
  Use(nullptr);
  assert(started == 2 && finished == 1);
}
