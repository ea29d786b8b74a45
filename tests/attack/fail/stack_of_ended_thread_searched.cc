// shows: a thread lends a variable of its stack and ends without waiting; only one order of locked steps shows it
// kind: heap
// subkind: use-after-return
// exhaustive: yes
// strategies: dpor
#include <mutex>
#include <thread>

static std::mutex m, other;
static int* lent;

int main() {
  std::thread owner([] {
    int mine = 1;
    {
      std::lock_guard hold(m);
      lent = &mine;
    }
    other.lock();
    other.unlock();
  });
  std::thread user([] {
    std::lock_guard hold(m);
    if (lent) ++*lent;
  });
  owner.join();
  user.join();
}
