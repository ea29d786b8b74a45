// shows: FUTEX_CMP_REQUEUE wakes one waiter and moves the others to a second word
#include <assert.h>
#include <atomic>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

static std::atomic<int> gate, second, passed;

static long Futex(std::atomic<int>* word, int op, int value) { return syscall(SYS_futex, word, op, value, nullptr, nullptr, 0); }

static void* Wait(void*) {
  while (gate.load() == 0) Futex(&gate, FUTEX_WAIT_PRIVATE, 0);
  passed.fetch_add(1);
  return nullptr;
}

int main() {
  pthread_t threads[3];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Wait, nullptr);
  assert(syscall(SYS_futex, &gate, FUTEX_CMP_REQUEUE_PRIVATE, 1, 100L, &second, 5) == -1 && errno == EAGAIN);
  gate.store(1);
  long moved = syscall(SYS_futex, &gate, FUTEX_CMP_REQUEUE_PRIVATE, 1, 100L, &second, 1);
  assert(moved >= 0 && moved <= 3);
  while (passed.load() < 3) {  // those that were moved wait on `second` now
    Futex(&second, FUTEX_WAKE_PRIVATE, 100);
    sched_yield();
  }
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
