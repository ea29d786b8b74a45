// shows: requests and replies in packets, gathered and scattered by sendmsg and recvmsg from one buffer in turns
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int s[2];
static char head[2], body[6];  // belongs to who has the packet

static void Move(int fd, int sends) {
  struct iovec list[2] = {{head, sizeof head}, {body, sizeof body}};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = list;
  message.msg_iovlen = 2;
  assert((sends ? sendmsg(fd, &message, 0) : recvmsg(fd, &message, 0)) == 8);
}
static void* Serves(void* a) {
  char got[8];
  assert(read(s[1], got, 8) == 8 && got[0] == 'q');
  head[0] = 'r';
  memset(body, got[2] + 1, sizeof body);
  Move(s[1], 1);
  return a;
}
static void* Run(void* a) {
  pthread_t t;
  assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, s) == 0);
  pthread_create(&t, 0, Serves, 0);
  head[0] = 'q';
  memset(body, 3, sizeof body);
  Move(s[0], 1);
  pthread_join(t, 0);
  Move(s[0], 0);
  assert(head[0] == 'r' && body[5] == 4);
  close(s[0]), close(s[1]);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
