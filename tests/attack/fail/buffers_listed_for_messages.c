// shows: a message is sent from a buffer that its owner already writes again; the header lists the buffer
// kind: race
// strategies: dpor
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static char text[12] = "first";

static void* Sends(void* a) {
  struct iovec list = {text, sizeof text};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &list;
  message.msg_iovlen = 1;
  sendmsg(ends[0], &message, 0);
  return a;
}

int main(void) {
  pthread_t a;
  socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
  pthread_create(&a, 0, Sends, 0);
  text[3] = 'x';
  pthread_join(a, 0);
  return 0;
}
