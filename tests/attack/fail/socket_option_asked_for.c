// shows: an option of a socket depends on who sets it
// kind: assert
// exhaustive: yes
// strategies: dpor
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static void* Change(void* arg) {
  int yes = 1;
  setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
  return arg;
}
static void* Ask(void* arg) {
  int set = 0;
  socklen_t size = sizeof set;
  getsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &set, &size);
  assert(set);
  return arg;
}
static void* Run(void* arg) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
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
