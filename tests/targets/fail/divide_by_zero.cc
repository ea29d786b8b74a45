// shows: SIGFPE by an integer division
// kind: signal
// always: yes
#include <pthread.h>

static volatile int zero, result;

static void* Divide(void*) {
  result = 1000 / zero;
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Divide, nullptr);
  pthread_join(thread, nullptr);
}
