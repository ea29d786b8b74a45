// shows: flock between two descriptors of one file: the second waits, others run meanwhile
// needs: exec
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static char name[] = "/tmp/reweave-flock-XXXXXX";
static int inside;

static void* Lock(void*) {
  int fd = open(name, O_RDWR);
  assert(fd >= 0 && flock(fd, LOCK_EX) == 0);
  int before = __atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST);
  assert(before == 0);
  __atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
  flock(fd, LOCK_UN);
  close(fd);
  return nullptr;
}

int main() {
  int fd = mkstemp(name);
  assert(fd >= 0);
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Lock, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  unlink(name);
}
