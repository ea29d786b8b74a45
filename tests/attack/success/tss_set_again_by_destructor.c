// shows: a destructor of thread-specific storage that sets it again
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static tss_t k;
static atomic_int runs;

static void D(void* p) {
  runs++;
  int* n = p;
  if (--*n > 0) tss_set(k, n);
}

static int F(void* a) {
  tss_set(k, a);
  return 3;
}

int main(void) {
  tss_create(&k, D);
  int n[2] = {2, 1};
  thrd_t t[2];
  for (int i = 0; i < 2; i++) thrd_create(&t[i], F, &n[i]);
  for (int i = 0; i < 2; i++) {
    int r;
    thrd_join(t[i], &r);
    assert(r == 3);
  }
  assert(runs == 3);
  tss_delete(k);
  return 0;
}
