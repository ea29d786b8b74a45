// shows: whoever exchanges the pointer out owns what it points to
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<int*> box;
static std::atomic<int> taken;

static void Take() {
  if (std::unique_ptr<int> mine{box.exchange(nullptr, std::memory_order_acq_rel)}) {
    *mine += 1;
    assert(*mine == 6);
    ++taken;
  }
}

int main() {
  std::thread a(Take), b(Take);
  box.store(new int(5), std::memory_order_release);
  a.join(), b.join();
  Take();
  assert(taken == 1);
}
