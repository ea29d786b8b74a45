// shows: a program that leaves children behind: the command ends and no process is left
// needs: exec
// schedules: 3
// expect-exit: any
#include <pthread.h>
#include <unistd.h>

static void* Leave(void*) {
  for (int i = 0; i < 4; i++) {
    if (fork() == 0) {
      for (;;) pause();
    }
  }
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Leave, nullptr);
  pthread_join(thread, nullptr);
}
