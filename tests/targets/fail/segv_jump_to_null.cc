// shows: a call through a null function pointer
// kind: signal
// always: yes
#include <pthread.h>

static void (*volatile nothing)();

static void* Call(void*) {
  nothing();
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Call, nullptr);
  pthread_join(thread, nullptr);
}
