// shows: a counter is incremented in mapped memory, and through a descriptor of the same file
// expect-exit: 0
// schedules: 40
// message: mapped from a file
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
static volatile int* a;
static void* Adds(void* p) {
  *(volatile int*)p += 1;
  return 0;
}
static void AddsByCalls(int f) {
  int n = 0;
  (void)!pread(f, &n, sizeof n, 0);
  n++;
  (void)!pwrite(f, &n, sizeof n, 0);
}
static void* Run(void* p) {
  pthread_t t;
  int f = memfd_create("m", 0);
  (void)!ftruncate(f, 4096);
  a = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  pthread_create(&t, 0, Adds, (void*)a);
  AddsByCalls(f);
  pthread_join(t, 0);
  assert(*a > 0);
  munmap((void*)a, 4096), close(f);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
