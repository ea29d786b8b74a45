// shows: a library copy that runs over the end of a block
// kind: heap
// always: yes
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char source[64];
static volatile size_t length = 40;

static void* Run(void*) {
  char* block = static_cast<char*>(malloc(32));
  memcpy(block, source, length);
  free(block);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
