// shows: one side waits with FUTEX_PRIVATE_FLAG and the other wakes without it: nobody wakes
// kind: deadlock
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static _Atomic int word;
static void* Waits(void* p) {
  while (atomic_load(&word) == 0) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Waits, 0);
  atomic_store(&word, 1);
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0);
  pthread_join(t, 0);
  return 0;
}
