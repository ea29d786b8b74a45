// shows: an endless loop without any access or call: no hook ever runs
// kind: timeout
// always: yes
// flags: --run-timeout 500ms
// replays: 2
#include <pthread.h>

static void* Spin(void*) {
  for (;;) asm volatile("");
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Spin, nullptr);
  pthread_join(thread, nullptr);
}
