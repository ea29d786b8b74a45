// shows: threads lock different bytes of a file for writing and the same one for reading (F_OFD_SETLKW): nobody waits for ever
// exhaustive: yes
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static char name[] = "/tmp/lock-apart-XXXXXX";
static void Lock(int fd, short type, long at) {
  struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = at, .l_len = 1};
  fcntl(fd, F_OFD_SETLKW, &lock);
}

static void* Use(void* arg) {
  const long mine = arg != 0;
  int fd = open(name, O_RDWR);
  Lock(fd, F_WRLCK, mine);
  Lock(fd, F_RDLCK, 5);
  Lock(fd, F_UNLCK, mine);
  Lock(fd, F_WRLCK, 7);
  close(fd);
  return arg;
}

static void* Run(void* arg) {
  close(mkstemp(name));
  pthread_t a, b;
  pthread_create(&a, 0, Use, 0);
  pthread_create(&b, 0, Use, name);
  pthread_join(a, 0);
  pthread_join(b, 0);
  unlink(name);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
