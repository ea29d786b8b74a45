// shows: the first child has no threads and is waited for; the second has, and it holds the other end of the parent's pipe
// needs: exec
// kind: assert
// message: seen
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

std::atomic<bool> ready{false}, seen{false};

int main() {
  int status = 0;
  pid_t first = fork();
  if (first == 0) _exit(0);
  waitpid(first, &status, 0);
  assert(status == 0);
  int report[2];
  assert(pipe(report) == 0);
  pid_t child = fork();
  if (child == 0) {
    close(report[0]);
    std::thread reader([] { seen = ready.load(); });
    ready = true;
    reader.join();
    char byte = seen ? 'y' : 'n';
    assert(write(report[1], &byte, 1) == 1);
    assert(seen);
    _exit(0);
  }
  close(report[1]);
  char byte = 0;
  assert(read(report[0], &byte, 1) == 1);
  waitpid(child, &status, 0);
  return byte == 'y' && status == 0 ? 0 : 1;
}
