// shows: SO_RCVTIMEO makes a receive give up with EAGAIN by decision
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static void* Receive(void*) {
  int ends[2];
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
  timeval limit = {0, 1000};
  assert(setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0);
  char byte;
  assert(recv(ends[0], &byte, 1, 0) == -1 && (errno == EAGAIN || errno == EWOULDBLOCK));
  close(ends[0]);
  close(ends[1]);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Receive, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
