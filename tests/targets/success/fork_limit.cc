// shows: --max-processes: a fork beyond the limit fails with EAGAIN
// needs: exec
// native: no (the limit is the command's)
// flags: --max-processes 4
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <thread>

int main() {
  std::thread thread([] {});
  thread.join();
  int made = 0;
  for (int i = 0; i < 10; ++i) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    if (child < 0) {
      assert(errno == EAGAIN);
      break;
    }
    ++made;
  }
  assert(made == 4);
  for (int i = 0; i < made; ++i) wait(nullptr);
}
