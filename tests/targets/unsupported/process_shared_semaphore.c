// shows: a child process posts a semaphore in shared memory that a thread of the parent waits for
// expect-exit: 3
// flags: --isolation exec
// message: a lock or semaphore for several processes
// forbid-output: deadlock|misuse
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
static sem_t* s;
static void* Waits(void* p) {
  assert(sem_wait(s) == 0);
  return p;
}
int main(void) {
  s = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  sem_init(s, 1, 0);
  pthread_t t;
  pthread_create(&t, 0, Waits, 0);
  pid_t c = fork();
  if (c == 0) {
    usleep(1000);
    sem_post(s);
    _exit(0);
  }
  pthread_join(t, 0);
  waitpid(c, 0, 0);
  return 0;
}
