// shows: a thread that is cancelled in place of its second read leaves as the schedule says: the byte of the first one is gone
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void* Read(void* arg) {
  char byte;
  if (read(ends[0], &byte, 1) == 1) arg = read(ends[0], &byte, 1) == 1 ? arg : NULL;
  return arg;
}

static void* Run(void* arg) {
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, Read, NULL);
  assert(write(ends[1], "xy", 2) == 2);
  pthread_cancel(thread);
  void* result;
  pthread_join(thread, &result);
  char byte;
  if (result == PTHREAD_CANCELED) assert(read(ends[0], &byte, 1) == 1 && byte == 'x');
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_join(thread, NULL);
  return 0;
}
