// shows: an event loop over a timer and an eventfd; a worker posts, the loop adds, and ends by the timer
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int wake;

static void* Posts(void* a) {
  uint64_t one = 1;
  for (int i = 0; i < 2; ++i) assert(write(wake, &one, 8) == 8);
  return a;
}
static void* Loop(void* a) {
  int e = epoll_create1(0), t = timerfd_create(CLOCK_MONOTONIC, 0);
  struct itimerspec in = {.it_value = {.tv_sec = 5}};
  struct epoll_event ev[2];
  uint64_t sum = 0, v;
  pthread_t p;
  wake = eventfd(0, 0);
  memset(ev, 0, sizeof ev);
  ev[0].events = EPOLLIN, ev[0].data.fd = wake;
  epoll_ctl(e, EPOLL_CTL_ADD, wake, &ev[0]);
  ev[0].data.fd = t;
  epoll_ctl(e, EPOLL_CTL_ADD, t, &ev[0]);
  timerfd_settime(t, 0, &in, 0);
  pthread_create(&p, 0, Posts, 0);
  for (int done = 0; !done;) {
    int n = epoll_wait(e, ev, 2, -1);
    for (int i = 0; i < n; ++i) {
      assert(read(ev[i].data.fd, &v, 8) == 8);
      if (ev[i].data.fd == wake) sum += v;
      else done = 1;
    }
  }
  pthread_join(p, 0);
  if (read(wake, &v, sum < 2 ? 8 : 0) == 8) sum += v;
  assert(sum == 2);
  close(e), close(t), close(wake);
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Loop, 0);
  pthread_join(t, 0);
  return 0;
}
