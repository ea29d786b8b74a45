// shows: an event counter over a futex: read the key, look, sleep only if the key is the same
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static _Atomic unsigned key, flag;
static int data;
static void* Sets(void* a) {
  data = 3;
  atomic_store(&flag, 1);
  atomic_fetch_add(&key, 1);
  syscall(SYS_futex, &key, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Sets, 0);
  for (;;) {
    unsigned k = key;
    if (flag) break;
    syscall(SYS_futex, &key, FUTEX_WAIT_PRIVATE, k, 0, 0, 0);
  }
  assert(data == 3);
  pthread_join(t, 0);
  return 0;
}
