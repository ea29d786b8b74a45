// shows: what a stream still holds is written after all handlers and destructors of exit; here writing it fails
// kind: exit
// always: yes
#include <unistd.h>
#include <cstdio>
#include <thread>

static bool handlers_ran;

static ssize_t Write(void*, const char*, size_t) { _exit(handlers_ran ? 3 : 0); }

struct Last {
  ~Last() { handlers_ran = true; }
};
static Last last;

int main() {
  cookie_io_functions_t calls{};
  calls.write = Write;
  FILE* stream = fopencookie(nullptr, "w", calls);
  std::thread([stream] { std::fputs("kept in the buffer", stream); }).join();
}
