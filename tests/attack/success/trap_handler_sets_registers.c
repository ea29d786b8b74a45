// shows: a handler of SIGILL takes a lock and sets registers of what it interrupted: they are what the thread goes on with
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int hits;
static void Ill(int s, siginfo_t* i, void* c) {
  (void)s;
  (void)i;
  pthread_mutex_lock(&m);
  ++hits;
  pthread_mutex_unlock(&m);
  ((ucontext_t*)c)->uc_mcontext.gregs[REG_RIP] += 2;
  ((ucontext_t*)c)->uc_mcontext.gregs[REG_RAX] = 42;
}
static long Trap(void) {
  long r;
  __asm__ volatile("mov $1,%%eax\n\tud2" : "=a"(r) : : "memory");
  return r;
}
static void* Run(void* p) {
  double d = 1.25;
  long r = Trap();
  assert(r == 42 && d == 1.25);
  return p;
}
int main(void) {
  struct sigaction a;
  memset(&a, 0, sizeof a);
  a.sa_sigaction = Ill;
  a.sa_flags = SA_SIGINFO;
  sigaction(SIGILL, &a, 0);
  pthread_t t, u;
  pthread_create(&t, 0, Run, 0);
  pthread_create(&u, 0, Run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(hits == 2);
}
