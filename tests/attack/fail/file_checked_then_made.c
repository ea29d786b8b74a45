// shows: two threads look for a file and make it if it is not there; both believe to be the first
// kind: assert
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char name[64];
static atomic_int first;

static void* Make(void* arg) {
  if (access(name, F_OK) == 0) return arg;
  int fd = open(name, O_CREAT | O_WRONLY, 0600);
  first++;
  close(fd);
  return arg;
}

static void* Run(void* arg) {
  snprintf(name, sizeof name, "/tmp/reweave-attack-%d", getpid());
  pthread_t a, b;
  pthread_create(&a, NULL, Make, NULL);
  pthread_create(&b, NULL, Make, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  unlink(name);
  assert(first == 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, Run, NULL);
  pthread_join(t, NULL);
}
