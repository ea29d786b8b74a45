// shows: a read behind the end of a block
// kind: heap
// always: yes
#include <pthread.h>
#include <stdlib.h>

static volatile int index = 10;
static volatile int result;

static void* Run(void*) {
  int* block = static_cast<int*>(calloc(10, sizeof(int)));
  result = block[index];
  free(block);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
