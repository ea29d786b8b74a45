// shows: the destructor of a thread's own object takes a lock and adds up; a join sees all of it
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int total;

struct Tally {
  int mine = 0;
  ~Tally() {
    std::lock_guard lock(m);
    total += mine;
  }
};
static thread_local Tally tally;

int main() {
  std::thread a([] { tally.mine += 1; }), b([] { tally.mine += 2; });
  a.join(), b.join();
  assert(total == 3);  // without a lock: the joins order it
}
