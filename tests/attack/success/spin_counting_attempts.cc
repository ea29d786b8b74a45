// shows: waiting in a loop that counts its attempts: every turn changes memory, the other thread must come to its turn all the same
// strategies: none pct dfs icb
// schedules: 20
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> ready;
static std::atomic<unsigned> attempts;

int main() {
  std::thread waits([] {
    while (!ready.load()) attempts.fetch_add(1);
  });
  std::thread helps([] { ready = true; });
  waits.join();
  helps.join();
  assert(ready);
}
