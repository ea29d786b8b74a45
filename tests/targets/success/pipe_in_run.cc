// shows: a pipe made, filled, closed and read to its end of file inside a run
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* Read(void*) {
  char text[8];
  size_t length = 0;
  for (ssize_t rc; (rc = read(ends[0], text + length, sizeof text - length)) != 0;) {
    assert(rc > 0);
    length += rc;
  }
  assert(length == 4);
  close(ends[0]);
  return nullptr;
}

static void* Run(void*) {
  assert(pipe(ends) == 0);
  pthread_t reader;
  pthread_create(&reader, nullptr, Read, nullptr);
  assert(write(ends[1], "ab", 2) == 2);
  assert(write(ends[1], "cd", 2) == 2);
  close(ends[1]);
  pthread_join(reader, nullptr);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
