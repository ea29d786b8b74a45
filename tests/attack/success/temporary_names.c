// shows: temporary files and directories of two threads: every run has the same names, and none is left behind
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void* Run(void* arg) {
  char dir[] = "/tmp/rw_tmpXXXXXX", file[64], second[64], moved[64];
  assert(mkdtemp(dir) == dir && strlen(dir) == 17 && strncmp(dir, "/tmp/rw_tmp", 11) == 0);
  snprintf(file, sizeof file, "%s/XXXXXX.txt", dir);
  int f = mkstemps(file, 4);
  assert(f >= 0 && write(f, "x", 1) == 1);
  close(f);
  snprintf(second, sizeof second, "%s/second", dir);
  snprintf(moved, sizeof moved, "%s/moved", dir);
  assert(link(file, second) == 0 && rename(file, moved) == 0);
  assert(unlink(moved) == 0 && unlink(second) == 0 && rmdir(dir) == 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, Run, NULL);
  Run(NULL);
  char bad[] = "/tmp/rw_tmpXXXX", name[] = "/tmp/rw_tmpXXXXXX";
  assert(mkstemp(bad) == -1 && errno == EINVAL);
  assert(access(mktemp(name), F_OK) != 0 && name[0] == '/');
  char* other = tempnam("/tmp", "rw_");
  assert(other && access(other, F_OK) != 0);
  free(other);
  pthread_join(t, NULL);
  return 0;
}
