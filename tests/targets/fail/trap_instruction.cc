// shows: __builtin_trap
// kind: signal
// always: yes
#include <pthread.h>

static void* Trap(void*) { __builtin_trap(); }

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Trap, nullptr);
  pthread_join(thread, nullptr);
}
