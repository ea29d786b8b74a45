// shows: readv fills a buffer that another thread reads, and the kernel does it out of sight
// kind: race
// strategies: dpor
#include <fcntl.h>
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

static char head[4], body[16];
static int seen;

static void* Fills(void* a) {
  struct iovec list[2] = {{head, sizeof head}, {body, sizeof body}};
  int fd = open("/dev/zero", O_RDONLY);
  (void)!readv(fd, list, 2);
  close(fd);
  return a;
}

static void* Looks(void* a) {
  seen = body[9];
  return a;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, Fills, 0);
  pthread_create(&b, 0, Looks, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return seen;
}
