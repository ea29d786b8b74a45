// shows: a write through a wild pointer
// kind: signal
// always: yes
#include <pthread.h>
#include <stdint.h>

static volatile uintptr_t address = 0x123456789000;

static void* Write(void*) {
  *reinterpret_cast<volatile int*>(address) = 1;
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Write, nullptr);
  pthread_join(thread, nullptr);
}
