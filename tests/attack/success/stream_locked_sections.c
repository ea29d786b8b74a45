// shows: a FILE that two threads write, each line in a section by flockfile; then it is read back by getline
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE* f;

static void* Writes(void* a) {
  flockfile(f);
  fputs("one ", f);
  fprintf(f, "%s\n", (const char*)a);
  funlockfile(f);
  return 0;
}
static void* Run(void* a) {
  pthread_t x, y;
  char* line = 0;
  size_t size = 0;
  int lines = 0;
  f = tmpfile();
  pthread_create(&x, 0, Writes, "x");
  pthread_create(&y, 0, Writes, "y");
  pthread_join(x, 0);
  pthread_join(y, 0);
  rewind(f);
  while (getline(&line, &size, f) > 0) lines += !strncmp(line, "one ", 4) && strlen(line) == 6;
  free(line);
  fclose(f);
  assert(lines == 2);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
