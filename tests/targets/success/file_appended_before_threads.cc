// shows: a file opened before the first thread and appended to in the run has its old contents again in the next run
#include <cassert>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

int main() {
  const std::string name = "/tmp/reweave-appended-" + std::to_string(getpid());
  int fd = open(name.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_APPEND, 0600);
  unlink(name.c_str());  // a name that is removed in the run needs exec
  assert(fd >= 0);
  assert(write(fd, "x", 1) == 1);
  std::FILE* temporary = std::tmpfile();
  assert(temporary);
  auto append = [&] {
    assert(write(fd, "a", 1) == 1);
    std::fputs("b", temporary);
  };
  std::thread a(append), b(append);
  a.join();
  b.join();
  struct stat s;
  assert(fstat(fd, &s) == 0 && s.st_size == 3);
  char text[4] = {};
  assert(pread(fd, text, 4, 0) == 3 && std::string(text) == "xaa");
  std::fflush(temporary);
  assert(fstat(fileno(temporary), &s) == 0 && s.st_size == 2);
}
