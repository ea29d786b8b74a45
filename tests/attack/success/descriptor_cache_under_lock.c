// shows: a descriptor that threads open, use and close under one lock; and dup: each closes its own
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cached = -1, users;

static void* Work(void* arg) {
  pthread_mutex_lock(&lock);
  if (users++ == 0) cached = open("/dev/null", O_WRONLY);
  int fd = cached, mine = dup(cached);
  pthread_mutex_unlock(&lock);
  assert(write(fd, "x", 1) == 1);
  assert(write(mine, "y", 1) == 1);
  assert(close(mine) == 0);
  pthread_mutex_lock(&lock);
  if (--users == 0) assert(close(cached) == 0);
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, Work, 0);
  pthread_create(&b, 0, Work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
