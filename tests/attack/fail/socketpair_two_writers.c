// shows: two threads send messages of two parts over one stream; the parts mix
// kind: assert
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static void* Send(void* arg) {
  (void)!write(ends[1], arg, 1);
  (void)!write(ends[1], arg, 1);
  return 0;
}
static void* Run(void* arg) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return arg;
  pthread_t a, b;
  pthread_create(&a, 0, Send, "a");
  pthread_create(&b, 0, Send, "b");
  pthread_join(a, 0);
  pthread_join(b, 0);
  char got[4];
  assert(read(ends[0], got, 4) == 4);
  assert(got[0] == got[1]);
  close(ends[0]), close(ends[1]);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
}
