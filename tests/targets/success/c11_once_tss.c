// shows: C11 call_once and thread-specific storage with destructors
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static mtx_t lock;
static int initialised, freed;

static void Free(void* block) {
  mtx_lock(&lock);
  freed++;
  mtx_unlock(&lock);
  free(block);
}

static void Initialise(void) {
  initialised++;
  mtx_init(&lock, mtx_plain);
  tss_create(&key, Free);
}

static int Run(void* number) {
  call_once(&flag, Initialise);
  int* mine = malloc(sizeof *mine);
  *mine = *(int*)number;
  tss_set(key, mine);
  thrd_yield();
  assert(*(int*)tss_get(key) == *(int*)number);
  return 0;
}

int main(void) {
  int numbers[2] = {1, 2};
  thrd_t threads[2];
  for (int i = 0; i < 2; i++) thrd_create(&threads[i], Run, &numbers[i]);
  for (int i = 0; i < 2; i++) thrd_join(threads[i], NULL);
  assert(initialised == 1 && freed == 2);
  tss_delete(key);
  return 0;
}
