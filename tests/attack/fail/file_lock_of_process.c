// shows: a lock by fcntl belongs to the process: it does not keep out another thread
// kind: assert|race
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int fd, n;

static void* F(void* a) {
  struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  assert(fcntl(fd, F_SETLKW, &l) == 0);
  n++;
  l.l_type = F_UNLCK;
  fcntl(fd, F_SETLK, &l);
  return a;
}

static void* Run(void* x) {
  char name[] = "/tmp/rwtXXXXXX";
  snprintf(name, sizeof name, "/tmp/rwt%d", getpid() % 100000);
  fd = open(name, O_CREAT | O_RDWR, 0600);
  unlink(name);
  pthread_t a, b;
  pthread_create(&a, 0, F, 0);
  pthread_create(&b, 0, F, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
  close(fd);
  return x;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
