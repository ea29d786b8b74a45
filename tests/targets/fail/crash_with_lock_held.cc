// shows: a crash inside a stdio callback while libc holds the FILE's lock: the next run must find it free
// kind: signal
#include <atomic>
#include <stdio.h>
#include <thread>

static std::atomic<int> mode;
static int* volatile nothing;

static ssize_t Write(void*, const char*, size_t size) {
  if (mode == 1) *nothing = 1;
  return static_cast<ssize_t>(size);
}

int main() {
  cookie_io_functions_t functions = {};
  functions.write = Write;
  FILE* file = fopencookie(nullptr, "w", functions);
  std::thread sets([] {
    mode = 1;
    mode = 2;
  });
  fputs("text", file);
  fflush(file);
  sets.join();
}
