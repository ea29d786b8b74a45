// shows: threads look whether memory can be read: a handler of SIGSEGV jumps out, while others are in theirs
// exhaustive: yes
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

static _Thread_local sigjmp_buf back;
static atomic_int caught;

static void OnFault(int s) {
  atomic_fetch_add(&caught, 1);
  siglongjmp(back, s);
}
static int CanRead(volatile int *p) {
  if (sigsetjmp(back, 1)) return 0;
  return *p | 1;
}
static void *Run(void *p) {
  int mine = 3;
  assert(!CanRead((int *)8));
  assert(CanRead(&mine));
  assert(!CanRead((int *)4096));
  return p;
}
int main(void) {
  struct sigaction a;
  memset(&a, 0, sizeof a);
  a.sa_handler = OnFault;
  sigaction(SIGSEGV, &a, 0);
  pthread_t t, u;
  pthread_create(&t, 0, Run, 0);
  pthread_create(&u, 0, Run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(caught == 4);
}
