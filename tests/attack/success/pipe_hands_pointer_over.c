// shows: what was written before a pointer went into a pipe is seen by who takes it out
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int p[2];

static void* W(void* a) {
  int* x = malloc(4);
  *x = 9;
  assert(write(p[1], &x, sizeof x) == sizeof x);
  return a;
}

static void* R(void* a) {
  int* x;
  assert(read(p[0], &x, sizeof x) == sizeof x);
  assert(*x == 9);
  free(x);
  return a;
}

int main(void) {
  assert(pipe(p) == 0);
  pthread_t a, b;
  pthread_create(&a, 0, W, 0);
  pthread_create(&b, 0, R, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
