// shows: an assertion that fails in a static destructor
// kind: assert
// always: yes
#include <cassert>
#include <thread>

static int used = 0;

struct Late {
  ~Late() { assert(used == 0); }
};
static Late late;

int main() {
  std::thread thread([] { used = 1; });
  thread.join();
}
