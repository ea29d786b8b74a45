// shows: a write into read-only memory
// kind: signal
// always: yes
#include <pthread.h>

static void* Write(void*) {
  *const_cast<volatile char*>("constant") = 'x';
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Write, nullptr);
  pthread_join(thread, nullptr);
}
