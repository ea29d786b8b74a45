// shows: two pipes made before the first thread, empty at the end of a run as at its start: nothing is in the way of rewinding
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int there[2], back[2];

static void* Answer(void*) {
  for (int i = 0; i < 3; i++) {
    char byte;
    assert(read(there[0], &byte, 1) == 1);
    byte++;
    assert(write(back[1], &byte, 1) == 1);
  }
  return nullptr;
}

int main() {
  assert(pipe(there) == 0 && pipe(back) == 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Answer, nullptr);
  for (char i = 0; i < 3; i++) {
    char byte = i;
    assert(write(there[1], &byte, 1) == 1 && read(back[0], &byte, 1) == 1 && byte == i + 1);
  }
  pthread_join(thread, nullptr);
}
