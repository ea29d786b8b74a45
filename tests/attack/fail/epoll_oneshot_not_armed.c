// shows: a one-shot registration is not armed again, so a second byte that comes after the first wait is never seen
// kind: deadlock
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>
static int p[2], e, got;
static void* Sends(void* a) {
  (void)!write(p[1], "x", 1);
  (void)!write(p[1], "y", 1);
  return a;
}
static void* Run(void* a) {
  pthread_t t;
  char c[4];
  (void)!pipe(p);
  e = epoll_create1(0);
  struct epoll_event ev = {.events = EPOLLIN | EPOLLONESHOT};
  epoll_ctl(e, EPOLL_CTL_ADD, p[0], &ev);
  pthread_create(&t, 0, Sends, 0);
  while (got < 2) {
    epoll_wait(e, &ev, 1, -1);
    got += read(p[0], c, 4);
  }
  pthread_join(t, 0);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
