// shows: who makes a shared lock by flock exclusive gives the shared one up first: two who do it at once do not block each other
// exhaustive: yes
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static char name[] = "/tmp/lock-upgrade-XXXXXX";
static int n;
static void* Upgrade(void* arg) {
  int fd = open(name, O_RDWR);
  flock(fd, LOCK_SH);
  flock(fd, LOCK_EX);
  n++;
  close(fd);
  return arg;
}

static void* Run(void* arg) {
  close(mkstemp(name));
  pthread_t a, b;
  pthread_create(&a, 0, Upgrade, 0);
  pthread_create(&b, 0, Upgrade, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
  unlink(name);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
