// shows: a lock by flock does not keep out a thread that uses the same descriptor
// kind: assert|race
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

static int fd, n;
static void* F(void* a) {
  flock(fd, LOCK_EX);
  n++;
  flock(fd, LOCK_UN);
  return a;
}

static void* Run(void* x) {
  FILE* f = tmpfile();
  fd = fileno(f);
  pthread_t a, b;
  pthread_create(&a, 0, F, 0);
  pthread_create(&b, 0, F, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
  fclose(f);
  return x;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
