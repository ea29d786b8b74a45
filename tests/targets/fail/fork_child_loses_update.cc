// shows: the threads are in a child process that the test forks, as test frameworks do: the child is what is explored
// kind: exit
// message: status 3
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

std::atomic<int> balance{0};

void Pay() {
  int old = balance;
  balance = old + 10;
}

int main() {
  pid_t child = fork();
  if (child == 0) {
    std::thread a(Pay), b(Pay);
    a.join();
    b.join();
    _exit(balance == 20 ? 0 : 3);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 9;
}
