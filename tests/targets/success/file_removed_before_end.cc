// shows: a file that was opened before the first thread may be removed in the run: rewinding goes on while nobody uses its name
// forbid-output: isolation: (fork|exec)
#include <cassert>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

int main() {
  const std::string name = "/tmp/reweave-removed-" + std::to_string(getpid());
  const int fd = open(name.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_APPEND, 0600);
  assert(fd >= 0 && write(fd, "x", 1) == 1);
  auto append = [&] { assert(write(fd, "a", 1) == 1); };
  std::thread a(append), b(append);
  a.join();
  b.join();
  struct stat s;
  assert(fstat(fd, &s) == 0 && s.st_size == 3);
  assert(unlink(name.c_str()) == 0);
}
