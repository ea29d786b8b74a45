// shows: a write of one byte behind the end of a block whose size is no multiple of 8
// kind: heap
// always: yes
#include <pthread.h>
#include <stdlib.h>

static volatile int index = 13;

static void* Run(void*) {
  volatile char* block = static_cast<char*>(malloc(13));
  block[index] = 1;
  free(const_cast<char*>(block));
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
