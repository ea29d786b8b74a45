// shows: an epoll set made before the first thread, whose one-shot entry a run uses up; it is put back
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

static int event_fd;

static void* Signal(void*) {
  assert(eventfd_write(event_fd, 1) == 0);
  return nullptr;
}

int main() {
  event_fd = eventfd(0, 0);
  int poller = epoll_create1(0);
  epoll_event event = {};
  event.events = EPOLLIN | EPOLLONESHOT;
  assert(epoll_ctl(poller, EPOLL_CTL_ADD, event_fd, &event) == 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Signal, nullptr);
  assert(epoll_wait(poller, &event, 1, -1) == 1);
  assert(epoll_wait(poller, &event, 1, 0) == 0);  // used up, although still readable
  pthread_join(thread, nullptr);
}
