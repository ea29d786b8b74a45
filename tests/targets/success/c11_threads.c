// shows: C11 thrd_t: exit code, detach, current, equal, yield, sleep
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int detached_ran;

static int ExitDeep(void* unused) {
  (void)unused;
  thrd_yield();
  thrd_exit(17);
}

static int Detached(void* unused) {
  (void)unused;
  atomic_store(&detached_ran, 1);
  return 0;
}

int main(void) {
  thrd_t a, b;
  assert(thrd_create(&a, ExitDeep, NULL) == thrd_success);
  assert(!thrd_equal(a, thrd_current()) && thrd_equal(thrd_current(), thrd_current()));
  int result;
  assert(thrd_join(a, &result) == thrd_success && result == 17);
  assert(thrd_create(&b, Detached, NULL) == thrd_success);
  assert(thrd_detach(b) == thrd_success);
  assert(thrd_sleep(&(struct timespec){0, 1000}, NULL) == 0);
  while (!atomic_load(&detached_ran)) thrd_yield();
  return 0;
}
