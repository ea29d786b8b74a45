// shows: two readers of a pipe with three bytes each want two
// kind: deadlock
// flags: --run-timeout 1s
// replays: 10
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2];

static void* Read(void* arg) {
  char c;
  for (int i = 0; i < 2; i++)
    if (read(ends[0], &c, 1) != 1) return NULL;
  return arg;
}

static void* Run(void* arg) {
  pthread_t a, b;
  if (pipe(ends) != 0) return NULL;
  if (write(ends[1], "xyz", 3) != 3) return NULL;
  pthread_create(&a, NULL, Read, NULL);
  pthread_create(&b, NULL, Read, NULL);
  pthread_join(a, NULL), pthread_join(b, NULL);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, Run, NULL);
  pthread_join(thread, NULL);
  return 0;
}
