// shows: a futex lock that forgets that there are more waiters
// kind: deadlock
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int m;
static int n;

static void Lock(void) {
  int c = 0;
  if (atomic_compare_exchange_strong(&m, &c, 1)) return;
  if (c != 2) c = atomic_exchange(&m, 2);
  while (c) {
    syscall(SYS_futex, &m, FUTEX_WAIT_PRIVATE, 2, 0, 0, 0);
    c = 0;
    atomic_compare_exchange_strong(&m, &c, 1);
  }
}

static void Unlock(void) {
  if (atomic_fetch_sub(&m, 1) != 1) {
    atomic_store(&m, 0);
    syscall(SYS_futex, &m, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
  }
}

static void* F(void* a) {
  Lock();
  n++;
  Unlock();
  return a;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, F, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(n == 3);
  return 0;
}
