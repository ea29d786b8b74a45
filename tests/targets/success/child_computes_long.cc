// shows: a child that computes for longer than two seconds is waited for: no deadlock
// needs: exec
// schedules: 1
#include <cassert>
#include <sys/wait.h>
#include <thread>
#include <time.h>
#include <unistd.h>

int main() {
  std::thread parent([] {
    pid_t child = fork();
    if (child == 0) {
      for (time_t end = time(nullptr) + 4; time(nullptr) < end;) {
      }
      _exit(7);
    }
    int status = 0;
    assert(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7);
  });
  parent.join();
}
