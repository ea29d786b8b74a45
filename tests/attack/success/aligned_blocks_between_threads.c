// shows: blocks of every allocation function are made in one thread, grown and freed in another
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static void* b[6];
static void* Makes(void* a) {
  b[0] = malloc(10), b[1] = calloc(3, 5), b[2] = aligned_alloc(64, 64), b[3] = memalign(128, 20), b[5] = reallocarray(0, 4, 4);
  assert(!posix_memalign(&b[4], 256, 30) && (uintptr_t)b[4] % 256 == 0);
  for (int i = 0; i < 6; ++i) memset(b[i], i, 10);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Makes, 0);
  pthread_join(t, 0);
  for (int i = 0; i < 6; ++i) {
    assert(malloc_usable_size(b[i]) >= 10);
    b[i] = realloc(b[i], 5000);
    assert(((char*)b[i])[9] == i);
    ((char*)b[i])[4999] = 1;
    free(b[i]);
  }
  return 0;
}
