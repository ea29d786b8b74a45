// shows: a write in front of a block
// kind: heap
// always: yes
#include <pthread.h>
#include <stdlib.h>

static volatile int index = -1;

static void* Run(void*) {
  volatile char* block = static_cast<char*>(malloc(32));
  block[index] = 1;
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
