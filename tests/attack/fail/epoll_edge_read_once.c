// shows: an edge-triggered reader takes one byte for each event and waits for two: both may come as one edge
// kind: deadlock
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

static int p[2];
static void* Sends(void* a) {
  (void)!write(p[1], "x", 1);
  (void)!write(p[1], "y", 1);
  return a;
}
static void* Run(void* a) {
  pthread_t t;
  struct epoll_event ev;
  char c;
  int e = epoll_create1(0);
  (void)!pipe(p);
  memset(&ev, 0, sizeof ev);
  ev.events = EPOLLIN | EPOLLET;
  epoll_ctl(e, EPOLL_CTL_ADD, p[0], &ev);
  pthread_create(&t, 0, Sends, 0);
  for (int i = 0; i < 2; ++i) {
    epoll_wait(e, &ev, 1, -1);
    (void)!read(p[0], &c, 1);
  }
  pthread_join(t, 0);
  close(p[0]), close(p[1]), close(e);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
  return 0;
}
