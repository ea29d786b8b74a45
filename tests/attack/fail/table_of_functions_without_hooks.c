// shows: a table of operations is filled with libc functions; their calls change memory of another thread
// kind: assert|race
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct Ops {
  void* (*copy)(void*, const void*, size_t);
  void* (*fill)(void*, int, size_t);
};
static struct Ops ops = {memcpy, memset};
static char buffer[8];
static void* Fills(void* p) {
  ops.fill(buffer, 'a', 4);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Fills, 0);
  char first[4], second[4];
  ops.copy(first, buffer, 4);
  ops.copy(second, buffer, 4);
  assert(memcmp(first, second, 4) == 0);
  pthread_join(t, 0);
  return 0;
}
