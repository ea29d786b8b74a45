// shows: Peterson's lock with the turn set before the wish: both enter
// kind: assert
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> wants[2];
static std::atomic<int> turn, inside;

static void Enter(int me) {
  turn = 1 - me;
  wants[me] = true;
  while (wants[1 - me] && turn == 1 - me) std::this_thread::yield();
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  wants[me] = false;
}

int main() {
  std::thread a(Enter, 0), b(Enter, 1);
  a.join();
  b.join();
}
