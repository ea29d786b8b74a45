// shows: a System V message queue read blocks outside the scheduler and is refused by name
// expect-exit: 3
// message: msgrcv
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/msg.h>

static int queue;

static void* Wait(void*) {
  struct {
    long type;
    char text[8];
  } message;
  msgrcv(queue, &message, sizeof message.text, 0, 0);
  return nullptr;
}

int main() {
  queue = msgget(IPC_PRIVATE, 0600);
  msgctl(queue, IPC_RMID, nullptr);  // leaves nothing behind; the call is refused before the kernel sees it
  pthread_t thread;
  pthread_create(&thread, nullptr, Wait, nullptr);
  pthread_join(thread, nullptr);
}
