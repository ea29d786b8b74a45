// shows: a futex wait that reads the value it expects after it decided to sleep
// kind: deadlock
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static _Atomic int v;
static void* Sets(void* a) {
  v = 1;
  syscall(SYS_futex, &v, FUTEX_WAKE, 1, 0, 0, 0);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Sets, 0);
  if (v == 0) syscall(SYS_futex, &v, FUTEX_WAIT, atomic_load(&v), 0, 0, 0);
  pthread_join(t, 0);
  return 0;
}
