// shows: a process-shared mutex is used at two addresses of the same memory
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
struct Shared {
  pthread_mutex_t m;
  int n;
};
static struct Shared *a, *b;
static void* Adds(void* p) {
  struct Shared* s = p;
  pthread_mutex_lock(&s->m);
  int v = s->n;
  s->n = v + 1;
  pthread_mutex_unlock(&s->m);
  return 0;
}
static void* Run(void* p) {
  pthread_t t;
  int f = memfd_create("m", 0);
  (void)!ftruncate(f, 4096);
  a = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  b = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, f, 0);
  pthread_mutexattr_t at;
  pthread_mutexattr_init(&at), pthread_mutexattr_setpshared(&at, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&a->m, &at);
  pthread_create(&t, 0, Adds, a);
  Adds(b);
  pthread_join(t, 0);
  assert(a->n == 2);
  munmap(a, 4096), munmap(b, 4096), close(f);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
