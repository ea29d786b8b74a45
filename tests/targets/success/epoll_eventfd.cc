// shows: epoll over eventfds: blocking wait, time-out, edge trigger, one shot
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int counter, quit;

static void* Signal(void*) {
  uint64_t one = 1;
  assert(write(counter, &one, 8) == 8);
  assert(write(counter, &one, 8) == 8);
  assert(eventfd_write(quit, 1) == 0);
  return nullptr;
}

static void* Poll(void*) {
  counter = eventfd(0, EFD_NONBLOCK);
  quit = eventfd(0, 0);
  int poller = epoll_create1(EPOLL_CLOEXEC);
  epoll_event event = {};
  event.events = EPOLLIN | EPOLLET;
  event.data.fd = counter;
  assert(epoll_ctl(poller, EPOLL_CTL_ADD, counter, &event) == 0);
  event.events = EPOLLIN | EPOLLONESHOT;
  event.data.fd = quit;
  assert(epoll_ctl(poller, EPOLL_CTL_ADD, quit, &event) == 0);
  assert(epoll_wait(poller, &event, 1, 1) == 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Signal, nullptr);
  uint64_t total = 0;
  bool stop = false;
  while (total < 2 || !stop) {
    epoll_event events[2];
    int count = epoll_wait(poller, events, 2, -1);
    assert(count >= 1);
    for (int i = 0; i < count; i++) {
      uint64_t value = 0;
      assert(read(events[i].data.fd, &value, 8) == 8);
      if (events[i].data.fd == counter) total += value;
      else stop = true;
    }
  }
  pthread_join(thread, nullptr);
  close(poller);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Poll, nullptr);
  pthread_join(thread, nullptr);
}
