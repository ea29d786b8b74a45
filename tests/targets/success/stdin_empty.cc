// shows: without --stdin the program reads /dev/null
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void* Read(void*) {
  char byte;
  assert(read(0, &byte, 1) == 0);
  assert(getchar() == EOF);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Read, nullptr);
  pthread_join(thread, nullptr);
}
