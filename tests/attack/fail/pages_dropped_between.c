// shows: a thread gives pages back to the system between another's store and load: the order of madvise and of atomics matters
// kind: assert
// exhaustive: yes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

static atomic_int *page;

static void *Drop(void *p) {
  madvise(page, 4096, MADV_DONTNEED);
  return p;
}
static void *Run(void *p) {
  page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t t;
  pthread_create(&t, 0, Drop, 0);
  atomic_store(&page[3], 4);
  assert(atomic_load(&page[3]) == 4);
  pthread_join(t, 0);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
}
