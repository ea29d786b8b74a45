// shows: pages that are made when they are first touched: the handler of the fault takes a lock, and other threads fault meanwhile
// needs: fork
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static char *pages[3];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int made;

static void OnFault(int s, siginfo_t *info, void *context) {
  (void)s, (void)context;
  char *at = (char *)((unsigned long)info->si_addr & ~4095ul);
  pthread_mutex_lock(&m);
  ++made;
  if (mprotect(at, 4096, PROT_READ | PROT_WRITE)) _Exit(9);
  pthread_mutex_unlock(&m);
}
static void *Write(void *p) {
  static _Thread_local char stack[1 << 16];
  if (p == pages[1]) {
    stack_t s = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&s, 0);
  }
  double x = 1.5;
  char *at = p;
  for (int i = 0; i < 3; ++i) at[i] = (char)(x *= 2);
  assert(x == 12);
  return 0;
}
int main(void) {
  struct sigaction a;
  memset(&a, 0, sizeof a);
  a.sa_sigaction = OnFault;
  a.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &a, 0);
  pthread_t t[3];
  for (int i = 0; i < 3; ++i) pages[i] = mmap(0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, Write, pages[i]);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
  assert(made == 3 && pages[0][2] == 12 && pages[2][1] == 6);
}
