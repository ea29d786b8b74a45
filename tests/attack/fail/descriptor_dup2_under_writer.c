// shows: a log is turned over by dup2 while another thread is between two writes that belong together
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int first[2], second[2], out;
static void* Write(void* arg) {
  (void)!write(out, "a", 1);
  (void)!write(out, "b", 1);
  return arg;
}
static void* Run(void* arg) {
  if (pipe(first) || pipe(second)) return arg;
  out = dup(first[1]);
  pthread_t t;
  pthread_create(&t, 0, Write, 0);
  dup2(second[1], out);
  pthread_join(t, 0);
  close(first[1]), close(second[1]), close(out);
  char buf[4];
  long n = read(first[0], buf, 4);
  assert(n != 1);
  close(first[0]), close(second[0]);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
}
