// shows: fgets in one thread and fprintf in another over a pipe made inside the run
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
  while (fgets(line, sizeof line, in)) lines += strcmp(line, "a line\n") == 0;
  assert(lines == 2);
  fclose(in);
  return nullptr;
}

static void* Run(void*) {
  assert(pipe(ends) == 0);
  pthread_t reader;
  pthread_create(&reader, nullptr, Read, nullptr);
  FILE* out = fdopen(ends[1], "w");
  for (int i = 0; i < 2; i++) {
    fprintf(out, "a %s\n", "line");
    fflush(out);
  }
  fclose(out);
  pthread_join(reader, nullptr);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
