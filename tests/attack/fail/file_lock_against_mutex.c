// shows: one thread locks a file and then a mutex, the other the mutex and then the file
// kind: deadlock
// exhaustive: yes
// replays: 10
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static char name[] = "/tmp/lock-file-XXXXXX";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* FileFirst(void* arg) {
  int fd = open(name, O_RDWR);
  flock(fd, LOCK_EX);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  close(fd);
  return arg;
}
static void* MutexFirst(void* arg) {
  int fd = open(name, O_RDWR);
  pthread_mutex_lock(&m);
  flock(fd, LOCK_EX);
  pthread_mutex_unlock(&m);
  close(fd);
  return arg;
}

static void* Run(void* arg) {
  close(mkstemp(name));
  pthread_t a, b;
  pthread_create(&a, 0, FileFirst, 0);
  pthread_create(&b, 0, MutexFirst, 0);
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
