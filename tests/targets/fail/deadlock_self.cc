// shows: a normal mutex locked twice by one thread
// kind: deadlock
// always: yes
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* Run(void*) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
