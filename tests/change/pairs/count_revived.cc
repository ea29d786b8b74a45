//: what: a weak reference is made strong by adding one: also to a count that is zero already
//: impact: changed
//: fault: any
//: found: yes
//: slow: yes
#include <assert.h>
#include <atomic>
#include <thread>
struct Block {
  std::atomic<int> strong{1};
  std::atomic<bool> alive{true};
};
bool Lock(Block& block) {
-  int n = block.strong.load();
-  while (n != 0)
-    if (block.strong.compare_exchange_weak(n, n + 1)) return true;
-  return false;
+  return block.strong.fetch_add(1) != -1;
}
void Drop(Block& block) {
  if (block.strong.fetch_sub(1) == 1) block.alive.store(false);
}
int main() {
  static Block block;
  std::thread owner([] { Drop(block); });
  std::thread watcher([] {
    if (!Lock(block)) return;
    assert(block.alive.load());
    Drop(block);
  });
  owner.join();
  watcher.join();
}
