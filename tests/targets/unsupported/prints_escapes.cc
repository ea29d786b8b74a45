// shows: control characters that a program prints or asserts on are escaped on the terminal
// expect-exit: 1
// kind: abort
// forbid-output: \x1b\]
#include <cstdio>
#include <cstdlib>
#include <thread>

int main() {
  std::thread thread([] {
    fprintf(stderr, "\033]0;owned\007 \033[2J\n");
    abort();
  });
  thread.join();
}
