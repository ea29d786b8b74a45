// shows: a thread reads from a descriptor into what another one writes
// kind: race|assert
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static char buf[8];

static void* R(void* a) {
  int fd = open("/dev/zero", O_RDONLY);
  read(fd, buf, 8);
  close(fd);
  return a;
}

static void* W(void* a) {
  buf[3] = 'x';
  assert(buf[3] == 'x');
  return a;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, R, 0);
  pthread_create(&b, 0, W, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
