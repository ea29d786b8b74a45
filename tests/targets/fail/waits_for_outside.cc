// shows: a child that never answers is no deadlock of the program's threads: the run waited too long for the outside
// kind: timeout
// subkind: outside
// message: waited too long for the outside
// always: yes
// needs: exec
// flags: --run-timeout 1s
// replays: 1
#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

int main() {
  std::thread parent([] {
    pid_t child = fork();
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      for (;;) pause();
    }
    waitpid(child, nullptr, 0);
  });
  parent.join();
}
