// shows: two threads lock two files by flock, each through descriptors of its own, in different orders
// kind: deadlock
// exhaustive: yes
// replays: 10
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static char one[] = "/tmp/lock-one-XXXXXX", two[] = "/tmp/lock-two-XXXXXX";
static void Both(const char* first, const char* second) {
  int a = open(first, O_RDWR), b = open(second, O_RDWR);
  flock(a, LOCK_EX);
  flock(b, LOCK_EX);
  close(b);
  close(a);
}
static void* OneTwo(void* arg) {
  Both(one, two);
  return arg;
}
static void* TwoOne(void* arg) {
  Both(two, one);
  return arg;
}

static void* Run(void* arg) {
  close(mkstemp(one));
  close(mkstemp(two));
  pthread_t a, b;
  pthread_create(&a, 0, OneTwo, 0);
  pthread_create(&b, 0, TwoOne, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  unlink(one);
  unlink(two);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
