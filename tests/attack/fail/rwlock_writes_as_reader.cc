// shows: a hit counter is increased under the shared lock
// kind: race|assert
#include <cassert>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int hits;

static void Get() {
  std::shared_lock lock(m);
  ++hits;
}

int main() {
  std::thread a(Get), b(Get);
  a.join(), b.join();
  assert(hits == 2);
}
