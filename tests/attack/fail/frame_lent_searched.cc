// shows: a function lends a variable and returns without waiting; only one order of locked steps shows it
// kind: heap
// subkind: use-after-return
// exhaustive: yes
// strategies: dpor
#include <mutex>
#include <thread>

static std::mutex m, other;
static int* lent;

static void Lend() {
  int mine = 1;
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
    if (lent) ++*lent;
  });
  owner.join();
  user.join();
}
