// shows: two threads read lines into one buffer
// kind: race|heap|abort
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static FILE* f;
static char* line;
static size_t size;
static void* Reads(void* p) {
  (void)!getline(&line, &size, f);
  return p;
}
static void* Run(void* p) {
  pthread_t x, y;
  f = tmpfile();
  fputs("one\ntwo\n", f);
  rewind(f);
  pthread_create(&x, 0, Reads, 0);
  pthread_create(&y, 0, Reads, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  free(line);
  fclose(f);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
