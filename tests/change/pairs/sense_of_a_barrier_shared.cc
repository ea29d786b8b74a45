//: what: each thread's sense in a barrier made of atomics becomes one of all
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic<int> arrived{0};
static std::atomic<bool> sense{false};
-static thread_local bool mine = false;
+static bool mine = false;
static int left[2], right[2];
static void Meet() {
  mine = !mine;
  if (arrived.fetch_add(1) == 1) {
    arrived.store(0);
    sense.store(mine);
  } else {
    while (sense.load() != mine) std::this_thread::yield();
  }
}
static void Work(int me) {
  left[me] = 1;
  Meet();
  right[me] = left[1 - me];
}
int main() {
  std::thread other(Work, 1);
  Work(0);
  other.join();
}
