// shows: a reader of a socket is stopped by shutdown and close in another thread: its failed calls are expected
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void* Read(void* arg) {
  char c;
  while (recv(ends[0], &c, 1, 0) > 0) {
  }
  return arg;
}

static void* Run(void* arg) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return arg;
  pthread_t t;
  pthread_create(&t, NULL, Read, NULL);
  (void)!write(ends[1], "x", 1);
  shutdown(ends[0], SHUT_RDWR);
  close(ends[0]);
  pthread_join(t, NULL);
  close(ends[1]);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, Run, NULL);
  pthread_join(t, NULL);
}
