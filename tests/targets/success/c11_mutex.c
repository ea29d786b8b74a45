// shows: C11 mtx_t: plain, recursive, timed and try
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t plain, recursive, timed;
static int counter, guarded;

static int Run(void* unused) {
  mtx_lock(&plain);
  counter++;
  mtx_unlock(&plain);
  mtx_lock(&recursive);
  mtx_lock(&recursive);
  guarded++;
  mtx_unlock(&recursive);
  mtx_unlock(&recursive);
  struct timespec deadline;
  timespec_get(&deadline, TIME_UTC);
  deadline.tv_sec += 100;
  int rc = mtx_timedlock(&timed, &deadline);
  assert(rc == thrd_success || rc == thrd_timedout);
  if (rc == thrd_success) mtx_unlock(&timed);
  return unused == NULL ? 3 : 4;
}

int main(void) {
  assert(mtx_init(&plain, mtx_plain) == thrd_success);
  assert(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
  assert(mtx_init(&timed, mtx_timed) == thrd_success);
  thrd_t threads[2];
  for (int i = 0; i < 2; i++) assert(thrd_create(&threads[i], Run, NULL) == thrd_success);
  for (int i = 0; i < 2; i++) {
    int result;
    assert(thrd_join(threads[i], &result) == thrd_success && result == 3);
  }
  assert(counter == 2);
  assert(mtx_trylock(&plain) == thrd_success && mtx_trylock(&plain) == thrd_busy);
  mtx_unlock(&plain);
  mtx_destroy(&plain);
  return 0;
}
