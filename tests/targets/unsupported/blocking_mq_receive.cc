// shows: a POSIX message queue read is refused by name
// expect-exit: 3
// message: mq_
// link: -lrt
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static mqd_t queue;

static void* Wait(void*) {
  char buffer[16];
  mq_receive(queue, buffer, sizeof buffer, nullptr);
  return nullptr;
}

int main() {
  mq_attr attr = {};
  attr.mq_maxmsg = 1;
  attr.mq_msgsize = 16;
  queue = mq_open("/reweave-target", O_RDWR | O_CREAT, 0600, &attr);
  mq_unlink("/reweave-target");
  pthread_t thread;
  pthread_create(&thread, nullptr, Wait, nullptr);
  pthread_join(thread, nullptr);
}
