// shows: two threads change the same bytes at two addresses, without a lock
// kind: assert|race
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static int *first, *second;

static void* Adds(void* number) {
  int* n = number;
  int v = *n;
  *n = v + 1;
  return 0;
}

int main(void) {
  int f = memfd_create("memory", 0);
  (void)!ftruncate(f, 8192);
  first = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  second = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, f, 4096);
  pthread_t t;
  pthread_create(&t, 0, Adds, first + 1024);
  Adds(second);
  pthread_join(t, 0);
  assert(*second == 2);
  return 0;
}
