// shows: an eventfd in an epoll set hands plain data from two threads to a third
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event, set;
static int cells[2];

static void* Give(void* arg) {
  int i = (int)(intptr_t)arg;
  cells[i] = i + 1;
  uint64_t one = 1;
  assert(write(event, &one, sizeof one) == sizeof one);
  return 0;
}
static void* Run(void* arg) {
  (void)arg;
  event = eventfd(0, EFD_NONBLOCK);
  set = epoll_create1(0);
  struct epoll_event e = {.events = EPOLLIN, .data = {.fd = event}};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, event, &e) == 0);
  pthread_t a, b;
  pthread_create(&a, 0, Give, (void*)0);
  pthread_create(&b, 0, Give, (void*)1);
  uint64_t seen = 0;
  while (seen < 2) {
    struct epoll_event got;
    if (epoll_wait(set, &got, 1, -1) == 1) {
      uint64_t n = 0;
      if (read(event, &n, sizeof n) == sizeof n) seen += n;
    }
  }
  assert(cells[0] + cells[1] == 3);
  pthread_join(a, 0);
  pthread_join(b, 0);
  close(event);
  close(set);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, Run, 0);
  pthread_join(t, 0);
}
