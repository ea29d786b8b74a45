// shows: a signalfd in an epoll set
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int done;
static void* Loop(void* a) {
  sigset_t s;
  sigemptyset(&s);
  sigaddset(&s, SIGTERM);
  int fd = signalfd(-1, &s, SFD_NONBLOCK | SFD_CLOEXEC);
  int ep = epoll_create1(0);
  struct epoll_event e = {.events = EPOLLIN, .data.fd = fd};
  assert(epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e) == 0);
  assert(epoll_wait(ep, &e, 1, -1) == 1);
  struct signalfd_siginfo i;
  assert(read(fd, &i, sizeof i) == sizeof i && i.ssi_signo == SIGTERM);
  assert(read(fd, &i, sizeof i) == -1);
  done = 1;
  close(fd);
  close(ep);
  return a;
}

int main(void) {
  sigset_t s;
  sigemptyset(&s);
  sigaddset(&s, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &s, 0);
  pthread_t t;
  pthread_create(&t, 0, Loop, 0);
  kill(getpid(), SIGTERM);
  pthread_join(t, 0);
  assert(done);
  return 0;
}
