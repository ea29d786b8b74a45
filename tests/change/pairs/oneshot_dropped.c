//: what: a descriptor of an epoll set is no longer for one event: two threads handle it
//: slow: yes
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int set, fd, handled;
static void *serve(void *unused) {
  struct epoll_event e;
  if (epoll_wait(set, &e, 1, 10) == 1) ++handled;
  return unused;
}
static void *run(void *unused) {
  set = epoll_create1(0);
  fd = eventfd(1, 0);
  struct epoll_event e;
-  e.events = EPOLLIN | EPOLLONESHOT;
+  e.events = EPOLLIN;
  e.data.fd = fd;
  epoll_ctl(set, EPOLL_CTL_ADD, fd, &e);
  TWO_THREADS(serve, serve);
  close(fd);
  close(set);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
  return 0;
}
