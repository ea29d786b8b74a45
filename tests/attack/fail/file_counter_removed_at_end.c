// shows: a counter in a file is read and written without a lock; main has the file open from before, and removes it at the end
// kind: assert
// needs: exec
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static char name[] = "/tmp/counterXXXXXX";
static void* Counts(void* p) {
  int fd = open(name, O_RDWR), n;
  assert(pread(fd, &n, sizeof n, 0) == sizeof n);
  n++;
  assert(pwrite(fd, &n, sizeof n, 0) == sizeof n);
  close(fd);
  return p;
}
int main(void) {
  int fd = mkstemp(name), n = 0;
  assert(write(fd, &n, sizeof n) == sizeof n);
  pthread_t a, b;
  pthread_create(&a, 0, Counts, 0);
  pthread_create(&b, 0, Counts, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(pread(fd, &n, sizeof n, 0) == sizeof n);
  close(fd);
  unlink(name);
  assert(n == 2);
  return 0;
}
