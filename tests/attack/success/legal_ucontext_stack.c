// shows: a thread runs a coroutine on a stack of its own making while another uses a mutex on the first one
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>
struct Shared {
  pthread_mutex_t m;
  int value;
};
static ucontext_t home, away;
static pthread_t thread;
static void* Work(void* arg) {
  struct Shared* s = arg;
  pthread_mutex_lock(&s->m);
  s->value++;
  pthread_mutex_unlock(&s->m);
  return 0;
}
static void Coroutine(void) {
  pthread_join(thread, 0);
  swapcontext(&away, &home);
}
int main(void) {
  struct Shared s = {PTHREAD_MUTEX_INITIALIZER, 0};
  char* stack = malloc(1 << 16);
  getcontext(&away);
  away.uc_stack.ss_sp = stack;
  away.uc_stack.ss_size = 1 << 16;
  away.uc_link = &home;
  makecontext(&away, Coroutine, 0);
  pthread_create(&thread, 0, Work, &s);
  swapcontext(&home, &away);
  assert(s.value == 1);
  return 0;
}
