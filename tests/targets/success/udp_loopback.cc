// shows: datagrams with sendto and recvfrom on the loopback
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static sockaddr_in address;

static void* Send(void*) {
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  assert(sendto(fd, "hi", 2, 0, reinterpret_cast<sockaddr*>(&address), sizeof address) == 2);
  close(fd);
  return nullptr;
}

static void* Run(void*) {
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  assert(bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0);
  getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  pthread_t thread;
  pthread_create(&thread, nullptr, Send, nullptr);
  char text[8];
  sockaddr_in from;
  socklen_t from_size = sizeof from;
  assert(recvfrom(fd, text, sizeof text, 0, reinterpret_cast<sockaddr*>(&from), &from_size) == 2);
  assert(from.sin_addr.s_addr == htonl(INADDR_LOOPBACK));
  pthread_join(thread, nullptr);
  close(fd);
  return nullptr;
}

int main() {  // a descriptor opened before the first thread could not be rewound
  pthread_t thread;
  pthread_create(&thread, nullptr, Run, nullptr);
  pthread_join(thread, nullptr);
}
