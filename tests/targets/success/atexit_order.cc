// shows: atexit handlers in reverse order, before destructors of earlier statics, also those added in a run
#include <cassert>
#include <cstdlib>
#include <thread>
#include <unistd.h>

static int stage;

struct Last {
  ~Last() {
    if (stage != 3) _exit(1);
  }
};
static Last last;

static void Expect(int expected) {
  if (stage++ != expected) _exit(2);
}

int main() {
  std::atexit([] { Expect(2); });
  std::thread([] { std::atexit([] { Expect(1); }); }).join();
  std::atexit([] { Expect(0); });
}
