// shows: send, recv, sendmsg, recvmsg and shutdown on a socket pair between two threads
// needs: exec
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2];

static void* Echo(void*) {
  char text[16];
  for (ssize_t rc; (rc = recv(ends[1], text, sizeof text, 0)) > 0;) {
    assert(send(ends[1], text, rc, 0) == rc);
  }
  shutdown(ends[1], SHUT_WR);
  return nullptr;
}

int main() {
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Echo, nullptr);
  iovec parts[2] = {{const_cast<char*>("he"), 2}, {const_cast<char*>("llo"), 3}};
  msghdr message = {};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  assert(sendmsg(ends[0], &message, 0) == 5);
  shutdown(ends[0], SHUT_WR);
  char answer[16] = {};
  size_t length = 0;
  for (ssize_t rc; (rc = read(ends[0], answer + length, sizeof answer - length)) > 0;) length += rc;
  assert(length == 5 && memcmp(answer, "hello", 5) == 0);
  pthread_join(thread, nullptr);
}
