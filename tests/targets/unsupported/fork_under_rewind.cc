// shows: fork inside the program is refused by name under rewind
// flags: --isolation rewind
// expect-exit: 3
// message: fork|child process
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void* Fork(void*) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Fork, nullptr);
  pthread_join(thread, nullptr);
}
