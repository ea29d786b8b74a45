// shows: parent and child count under one process-shared mutex
// expect-exit: 3
// flags: --isolation exec
// message: a lock or semaphore for several processes
// forbid-output: deadlock|misuse
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
struct Shared {
  pthread_mutex_t m;
  int n;
};
static struct Shared* s;
static void Count(void) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&s->m);
    s->n++;
    pthread_mutex_unlock(&s->m);
  }
}
static void* Counts(void* p) {
  Count();
  return p;
}
int main(void) {
  s = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&s->m, &a);
  pthread_t t;
  pthread_create(&t, 0, Counts, 0);
  pid_t c = fork();
  if (c == 0) {
    Count();
    _exit(0);
  }
  Count();
  pthread_join(t, 0);
  waitpid(c, 0, 0);
  assert(s->n == 9);
  return 0;
}
