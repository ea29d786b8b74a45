// shows: an edge-triggered reader reads until EAGAIN each time
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>
static int p[2];
static void* Sends(void* a) {
  for (int i = 0; i < 2; ++i) (void)!write(p[1], "x", 1);
  return a;
}
static void* Run(void* a) {
  pthread_t t;
  char c;
  int n = 0, e = epoll_create1(0);
  (void)!pipe2(p, O_NONBLOCK);
  struct epoll_event ev = {.events = EPOLLIN | EPOLLET};
  epoll_ctl(e, EPOLL_CTL_ADD, p[0], &ev);
  pthread_create(&t, 0, Sends, 0);
  while (n < 2) {
    epoll_wait(e, &ev, 1, -1);
    while (read(p[0], &c, 1) == 1) ++n;
  }
  pthread_join(t, 0);
  close(e), close(p[0]), close(p[1]);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
