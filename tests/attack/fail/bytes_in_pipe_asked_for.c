// shows: how many bytes a pipe holds (FIONREAD) depends on who writes into it
// kind: assert
// exhaustive: yes
// strategies: dpor
#include <assert.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int ends[2];
static void* Change(void* arg) {
  assert(write(ends[1], "abc", 3) == 3);
  return arg;
}
static void* Ask(void* arg) {
  int bytes = 0;
  ioctl(ends[0], FIONREAD, &bytes);
  assert(bytes == 3);
  return arg;
}
static void* Run(void* arg) {
  assert(pipe(ends) == 0);
  pthread_t a, b;
  pthread_create(&a, 0, Change, 0);
  pthread_create(&b, 0, Ask, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
