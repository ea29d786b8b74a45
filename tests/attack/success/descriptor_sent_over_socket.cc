// shows: a descriptor that is sent over a socket
#include <cassert>
#include <cstring>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

int main() {
  std::thread([] {
    int sv[2];
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, sv) == 0);
    int data = 0;
    std::thread a([&] {
      int p[2];
      assert(pipe(p) == 0);
      char b = 'x', c[CMSG_SPACE(sizeof(int))] = {};
      iovec v{&b, 1};
      msghdr h{};
      h.msg_iov = &v;
      h.msg_iovlen = 1;
      h.msg_control = c;
      h.msg_controllen = sizeof c;
      cmsghdr* m = CMSG_FIRSTHDR(&h);
      m->cmsg_level = SOL_SOCKET;
      m->cmsg_type = SCM_RIGHTS;
      m->cmsg_len = CMSG_LEN(sizeof(int));
      memcpy(CMSG_DATA(m), &p[1], sizeof(int));
      data = 3;
      assert(sendmsg(sv[0], &h, 0) == 1);
      char r;
      assert(read(p[0], &r, 1) == 1 && r == 'q');
      close(p[0]);
      close(p[1]);
    });
    std::thread b([&] {
      char bb, c[CMSG_SPACE(sizeof(int))];
      iovec v{&bb, 1};
      msghdr h{};
      h.msg_iov = &v;
      h.msg_iovlen = 1;
      h.msg_control = c;
      h.msg_controllen = sizeof c;
      assert(recvmsg(sv[1], &h, 0) == 1);
      assert(data == 3);
      int fd;
      memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&h)), sizeof fd);
      assert(write(fd, "q", 1) == 1);
      close(fd);
    });
    a.join();
    b.join();
    close(sv[0]);
    close(sv[1]);
  }).join();
}
