// shows: fgets on a pipe blocks inside libc and only its thread waits
// needs: exec
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void* Read(void*) {
  FILE* in = fdopen(ends[0], "r");
  char line[64];
  int lines = 0;
  while (fgets(line, sizeof line, in)) {
    lines++;
    assert(strncmp(line, "line ", 5) == 0);
  }
  assert(lines == 3);
  fclose(in);
  return nullptr;
}

int main() {
  assert(pipe(ends) == 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Read, nullptr);
  FILE* out = fdopen(ends[1], "w");
  for (int i = 0; i < 3; i++) {
    fprintf(out, "line %d\n", i);
    fflush(out);
  }
  fclose(out);
  pthread_join(thread, nullptr);
}
