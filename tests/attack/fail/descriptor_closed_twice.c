// shows: two threads close one descriptor; a third opens a file in between and loses it
// kind: misuse
// needs: exec
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int shared;
static void* Close(void* arg) {
  close(shared);
  return arg;
}
static void* Open(void* arg) {
  int fd = open("/dev/zero", O_RDONLY);
  char c;
  assert(read(fd, &c, 1) == 1);
  close(fd);
  return arg;
}
int main(void) {
  shared = open("/dev/null", O_RDONLY);
  pthread_t a, b, c;
  pthread_create(&a, 0, Close, 0);
  pthread_create(&b, 0, Close, 0);
  pthread_create(&c, 0, Open, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
