// shows: a lock by flock lives as long as a copy of its descriptor is open
// kind: deadlock
// exhaustive: yes
// replays: 10
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static char name[] = "/tmp/lock-kept-XXXXXX";
static int copy;
static void* Reads(void* arg) {
  int fd = open(name, O_RDWR);
  flock(fd, LOCK_SH);
  copy = dup(fd);
  close(fd);
  return arg;
}
static void* Writes(void* arg) {
  int fd = open(name, O_RDWR);
  flock(fd, LOCK_EX);
  close(fd);
  return arg;
}

static void* Run(void* arg) {
  close(mkstemp(name));
  pthread_t a, b;
  pthread_create(&a, 0, Reads, 0);
  pthread_create(&b, 0, Writes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  close(copy);
  unlink(name);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
