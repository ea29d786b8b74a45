// shows: calloc of 12 MB is zero in every run although the run before wrote there
// schedules: 30
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void* Run(void*) {
  const size_t size = 12u << 20;
  char* block = static_cast<char*>(calloc(size, 1));
  assert(block);
  for (size_t i = 0; i < size; i += 4096) assert(block[i] == 0);
  assert(block[size - 1] == 0);
  for (size_t i = 0; i < size; i += 4096) block[i] = 1;
  free(block);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
