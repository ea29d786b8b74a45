// shows: an event loop whose epoll set, counter and pipe are older than its thread: a run may leave bytes in the pipe, add entries
// of its own and close the counter, and the next one finds everything as it was
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int poller, wake, ends[2];

static void Watch(int fd) {
  epoll_event event = {};
  event.events = EPOLLIN | EPOLLET;
  event.data.fd = fd;
  assert(epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event) == 0);
}

static void* Loop(void*) {
  int own = eventfd(3, 0);
  Watch(own);
  for (bool woken = false, seen = false; !woken || !seen;) {
    epoll_event events[4];
    int n = epoll_wait(poller, events, 4, -1);
    for (int i = 0; i < n; i++) {
      woken |= events[i].data.fd == wake;
      seen |= events[i].data.fd == own;
    }
  }
  eventfd_t value;
  assert(eventfd_read(wake, &value) == 0 && value == 5 + 1);
  return nullptr;
}

int main() {
  poller = epoll_create1(0);
  wake = eventfd(5, EFD_NONBLOCK);
  assert(pipe(ends) == 0);
  pthread_t loop;
  pthread_create(&loop, nullptr, Loop, nullptr);
  assert(eventfd_write(wake, 1) == 0);
  Watch(wake);
  Watch(ends[0]);
  assert(write(ends[1], "left", 4) == 4);  // nobody reads it
  pthread_join(loop, nullptr);
  epoll_event none[4];
  char bytes[8];
  assert(epoll_wait(poller, none, 4, 0) <= 1 && read(ends[0], bytes, sizeof bytes) == 4);
  assert(write(ends[1], "again", 5) == 5);
  close(wake);
}
