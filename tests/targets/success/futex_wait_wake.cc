// shows: raw futex wait and wake: EAGAIN on a changed value, and a wake that is never lost
// exhaustive: yes
#include <assert.h>
#include <atomic>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static std::atomic<int> word;

static long Futex(int op, int value) { return syscall(SYS_futex, &word, op, value, nullptr, nullptr, 0); }

static void* Wait(void*) {
  while (word.load() == 0) {
    long rc = Futex(FUTEX_WAIT_PRIVATE, 0);
    assert(rc == 0 || errno == EAGAIN || errno == EINTR);
  }
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Wait, nullptr);
  word.store(1);
  long woken = Futex(FUTEX_WAKE_PRIVATE, 100);
  assert(woken >= 0 && woken <= 2);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(Futex(FUTEX_WAIT_PRIVATE, 0) == -1 && errno == EAGAIN);
  assert(Futex(FUTEX_WAKE_PRIVATE, 1) == 0);
}
