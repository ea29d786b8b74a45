// shows: each thread reads a stream of its own byte by byte: that needs no scheduling points, so a limit of steps is not met
// explore-flags: --max-steps 2000
// exhaustive: yes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void* Reads(void* a) {
  char text[3000];
  int n = 0;
  memset(text, 'x', sizeof text);
  FILE* f = fmemopen(text, sizeof text, "r");
  while (fgetc(f) != EOF) ++n;
  fclose(f);
  assert(n == 3000);
  return a;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, Reads, 0);
  pthread_create(&y, 0, Reads, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return 0;
}
