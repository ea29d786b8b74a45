// shows: a read on an empty pipe blocks only its thread; closing the last writer, opened before the first thread, gives
// end of file: nobody else may keep that end open
// needs: exec
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void* Read(void*) {
  char text[16] = {};
  size_t length = 0;
  for (;;) {
    ssize_t rc = read(ends[0], text + length, sizeof text - length);
    assert(rc >= 0);
    if (rc == 0) break;
    length += rc;
  }
  assert(length == 6 && strcmp(text, "abcdef") == 0);
  return nullptr;
}

int main() {
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Read, nullptr);
  assert(write(ends[1], "abc", 3) == 3);
  assert(write(ends[1], "def", 3) == 3);
  close(ends[1]);
  pthread_join(thread, nullptr);
  close(ends[0]);
}
