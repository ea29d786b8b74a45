// shows: a death test: the child has threads and is meant to abort, which is no finding
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <mutex>
#include <thread>

std::mutex mutex;
int calls;

void Call() {
  std::lock_guard lock(mutex);
  ++calls;
}

int main() {
  pid_t child = fork();
  if (child == 0) {
    std::thread a(Call), b(Call);
    a.join();
    b.join();
    if (calls == 2) abort();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? 0 : 1;
}
