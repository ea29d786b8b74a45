// shows: a blocking call that the runtime does not know ends the run with its name
// expect-exit: 3
// message: io_getevents
#include <linux/aio_abi.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static void* Wait(void*) {
  aio_context_t context = 0;
  syscall(SYS_io_setup, 4, &context);
  io_event event;
  syscall(SYS_io_getevents, context, 1, 1, &event, nullptr);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Wait, nullptr);
  pthread_join(thread, nullptr);
}
