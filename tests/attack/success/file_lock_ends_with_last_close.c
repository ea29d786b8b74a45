// shows: a lock by flock ends when the last copy of its descriptor is closed, and what it guards is written by one at a time
// exhaustive: yes
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static char name[] = "/tmp/lock-last-XXXXXX";
static int n;
static void* Add(void* arg) {
  int fd = open(name, O_RDWR), copy = dup(fd);
  flock(fd, LOCK_EX);
  n++;
  close(fd);
  n++;
  close(copy);
  return arg;
}

static void* Run(void* arg) {
  close(mkstemp(name));
  pthread_t a, b;
  pthread_create(&a, 0, Add, 0);
  pthread_create(&b, 0, Add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 4);
  unlink(name);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
