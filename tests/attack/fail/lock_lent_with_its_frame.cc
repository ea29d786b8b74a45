// shows: a function lends a mutex and returns without waiting; only one order of locked steps shows it
// kind: heap
// subkind: use-after-return
// exhaustive: yes
// strategies: dpor
#include <mutex>
#include <thread>

static std::mutex m, other;
static std::mutex* lent;

static void Lend() {
  std::mutex mine;
  {
    const std::lock_guard hold(m);
    lent = &mine;
  }
  other.lock();
  other.unlock();
}

int main() {
  std::thread owner([] {
    Lend();
    other.lock();
    other.unlock();
    const std::lock_guard hold(m);
    lent = nullptr;
  });
  std::thread user([] {
    const std::lock_guard hold(m);
    if (lent) lent->lock(), lent->unlock();
  });
  owner.join();
  user.join();
}
