// shows: a file with the number of the process in its name is the same file in every run, though each run is another process
// kind: assert
// needs: exec
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int fd;
static char name[64];

static void* Append(void* arg) {
  assert(write(fd, "y", 1) == 1);
  return arg;
}

int main(void) {
  sprintf(name, "/tmp/reweave-named-%d.log", (int)getpid());
  fd = open(name, O_CREAT | O_TRUNC | O_RDWR | O_APPEND, 0600);
  pthread_t thread;
  pthread_create(&thread, NULL, Append, NULL);
  struct stat s;
  const int found = stat(name, &s);
  unlink(name);
  assert(found == 0 && s.st_size == 0);
  pthread_join(thread, NULL);
  return 0;
}
