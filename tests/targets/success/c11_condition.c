// shows: C11 cnd_t: wait, signal, broadcast, timed wait
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static cnd_t changed;
static int items, taken;

static int Take(void* unused) {
  mtx_lock(&lock);
  while (items == 0) cnd_wait(&changed, &lock);
  items--;
  taken++;
  mtx_unlock(&lock);
  return unused != NULL;
}

int main(void) {
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  thrd_t threads[3];
  for (int i = 0; i < 3; i++) thrd_create(&threads[i], Take, NULL);
  mtx_lock(&lock);
  items = 1;
  cnd_signal(&changed);
  mtx_unlock(&lock);
  mtx_lock(&lock);
  items += 2;
  cnd_broadcast(&changed);
  mtx_unlock(&lock);
  for (int i = 0; i < 3; i++) thrd_join(threads[i], NULL);
  assert(taken == 3 && items == 0);
  mtx_lock(&lock);
  struct timespec past = {1, 0};
  int rc = thrd_success;
  while (rc == thrd_success) rc = cnd_timedwait(&changed, &lock, &past);
  assert(rc == thrd_timedout);
  mtx_unlock(&lock);
  cnd_destroy(&changed);
  return 0;
}
