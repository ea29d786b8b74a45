// shows: a socket pair made, used, shut down and closed inside a run
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void* Echo(void*) {
  char byte;
  while (recv(ends[1], &byte, 1, 0) == 1) assert(send(ends[1], &byte, 1, 0) == 1);
  close(ends[1]);
  return nullptr;
}

static void* Run(void*) {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_t echo;
  pthread_create(&echo, nullptr, Echo, nullptr);
  char byte = 'x';
  assert(send(ends[0], &byte, 1, 0) == 1 && recv(ends[0], &byte, 1, 0) == 1 && byte == 'x');
  shutdown(ends[0], SHUT_WR);
  assert(recv(ends[0], &byte, 1, 0) == 0);
  pthread_join(echo, nullptr);
  close(ends[0]);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
