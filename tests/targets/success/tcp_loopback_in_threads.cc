// shows: sockets created, bound, accepted and closed entirely inside a run by several threads
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ports[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t listening = PTHREAD_COND_INITIALIZER;

static sockaddr_in Loopback(int port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = port;
  return address;
}

static void* Server(void*) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = Loopback(0);
  socklen_t size = sizeof address;
  assert(bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0 && listen(fd, 1) == 0);
  getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  pthread_mutex_lock(&lock);
  ports[0] = address.sin_port;
  pthread_cond_signal(&listening);
  pthread_mutex_unlock(&lock);
  int peer = accept4(fd, nullptr, nullptr, SOCK_CLOEXEC);
  char byte;
  assert(read(peer, &byte, 1) == 1 && byte == 'q');
  assert(write(peer, "a", 1) == 1);
  assert(read(peer, &byte, 1) == 0);
  close(peer);
  close(fd);
  return nullptr;
}

static void* Client(void*) {
  pthread_mutex_lock(&lock);
  while (!ports[0]) pthread_cond_wait(&listening, &lock);
  sockaddr_in address = Loopback(ports[0]);
  pthread_mutex_unlock(&lock);
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  assert(connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  char byte;
  assert(write(fd, "q", 1) == 1 && read(fd, &byte, 1) == 1 && byte == 'a');
  close(fd);
  return nullptr;
}

int main() {
  pthread_t server, client;
  pthread_create(&server, nullptr, Server, nullptr);
  pthread_create(&client, nullptr, Client, nullptr);
  pthread_join(server, nullptr);
  pthread_join(client, nullptr);
}
