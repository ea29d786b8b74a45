// shows: a thread cancelled while it holds a lock without a cleanup handler
// kind: deadlock
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* Hold(void*) {
  pthread_mutex_lock(&lock);
  pthread_testcancel();
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Hold, nullptr);
  pthread_cancel(thread);
  pthread_join(thread, nullptr);
  pthread_mutex_lock(&lock);
}
