// shows: the size of a file (fstat) depends on who cuts it: true only if threads run in the order in which they were made
// kind: assert
// exhaustive: yes
// strategies: dpor
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int fd;
static char name[] = "/tmp/file-size-XXXXXX";
static void* Change(void* arg) {
  assert(ftruncate(fd, 9) == 0);
  return arg;
}
static void* Ask(void* arg) {
  struct stat s;
  fstat(fd, &s);
  assert(s.st_size == 9);
  return arg;
}
static void* Run(void* arg) {
  fd = mkstemp(name);
  unlink(name);
  pthread_t a, b;
  pthread_create(&a, 0, Change, 0);
  pthread_create(&b, 0, Ask, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
