// shows: the second free of a block
// kind: heap
// always: yes
#include <pthread.h>
#include <stdlib.h>

static void* Run(void*) {
  void* volatile block = malloc(24);
  free(block);
  free(block);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
