// shows: a file that was opened before the first thread, is used by its name in the run and removed: its bytes are the same by both
// needs: exec
#include <cassert>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

int main() {
  const std::string name = "/tmp/reweave-reopened-" + std::to_string(getpid());
  const int fd = open(name.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_APPEND, 0600);
  assert(fd >= 0 && write(fd, "x", 1) == 1);
  std::thread a([&] {
    const int own = open(name.c_str(), O_WRONLY | O_APPEND);
    assert(own >= 0 && write(own, "b", 1) == 1);
    close(own);
  });
  std::thread b([&] { assert(write(fd, "a", 1) == 1); });
  a.join();
  b.join();
  struct stat s;
  assert(fstat(fd, &s) == 0 && s.st_size == 3);
  assert(stat(name.c_str(), &s) == 0 && s.st_size == 3);
  assert(unlink(name.c_str()) == 0);
}
