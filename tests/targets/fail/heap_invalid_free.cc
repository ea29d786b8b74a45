// shows: free of a pointer into the middle of a block
// kind: heap
// always: yes
#include <pthread.h>
#include <stdlib.h>

static void* Run(void*) {
  char* volatile block = static_cast<char*>(malloc(64));
  free(block + 16);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
