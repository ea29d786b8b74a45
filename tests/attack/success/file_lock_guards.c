// shows: flock on two descriptors of one file orders plain data; O_EXCL lets one thread be the first
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

static char name[64];
static int count;
static atomic_int first;

static void* Work(void* arg) {
  int made = open(name, O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (made >= 0) first++, close(made);
  int fd = open(name, O_RDONLY);
  flock(fd, LOCK_EX);
  count++;
  flock(fd, LOCK_UN);
  close(fd);
  return arg;
}

static void* Run(void* arg) {
  snprintf(name, sizeof name, "/tmp/reweave-attack-lock-%d", getpid());
  pthread_t a, b;
  pthread_create(&a, NULL, Work, NULL);
  pthread_create(&b, NULL, Work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  unlink(name);
  assert(count == 2 && first == 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, Run, NULL);
  pthread_join(t, NULL);
}
