// shows: a System V semaphore wait is refused by name
// expect-exit: 3
// message: semop|semtimedop
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/sem.h>

static int set;

static void* Wait(void*) {
  sembuf down = {0, -1, 0};
  semop(set, &down, 1);
  return nullptr;
}

int main() {
  set = semget(IPC_PRIVATE, 1, 0600);
  semctl(set, 0, IPC_RMID);  // leaves nothing behind; the call is refused before the kernel sees it
  pthread_t thread;
  pthread_create(&thread, nullptr, Wait, nullptr);
  pthread_join(thread, nullptr);
}
