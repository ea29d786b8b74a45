// shows: changing the user and groups of the process in a thread: libc's signal to all threads is nobody's business
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static void* Work(void* arg) {
  uid_t r, e, s;
  assert(getresuid(&r, &e, &s) == 0);
  assert(setresuid(r, e, s) == 0 && setuid(getuid()) == 0 && seteuid(geteuid()) == 0 && setgid(getgid()) == 0);
  assert(setreuid(-1, -1) == 0);
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, Work, 0);
  pthread_create(&b, 0, Work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
