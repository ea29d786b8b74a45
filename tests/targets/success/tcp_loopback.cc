// shows: a TCP server and client on the loopback in one process, any free port;
// it listens before the first thread
// needs: exec
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static sockaddr_in address;

static void* Client(void*) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  assert(send(fd, "ping", 4, 0) == 4);
  char answer[8] = {};
  assert(recv(fd, answer, 4, MSG_WAITALL) == 4 && strcmp(answer, "pong") == 0);
  close(fd);
  return nullptr;
}

int main() {
  int server = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  assert(listen(server, 4) == 0);
  socklen_t size = sizeof address;
  assert(getsockname(server, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  pthread_t clients[2];
  for (pthread_t& client : clients) pthread_create(&client, nullptr, Client, nullptr);
  for (int i = 0; i < 2; i++) {
    int fd = accept(server, nullptr, nullptr);
    assert(fd >= 0);
    char question[8] = {};
    assert(recv(fd, question, 4, MSG_WAITALL) == 4 && strcmp(question, "ping") == 0);
    assert(send(fd, "pong", 4, 0) == 4);
    close(fd);
  }
  for (pthread_t client : clients) pthread_join(client, nullptr);
  close(server);
}
