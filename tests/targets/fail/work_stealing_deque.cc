// shows: a work-stealing deque whose owner tests for the last item before it takes its end down (the missing fence
// made visible under sequential consistency): owner and thief both get the last item
// kind: assert
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> top, bottom;
static std::atomic<int> taken[2];
static int items[2] = {0, 1};

static void Take(int item) { assert(taken[item].fetch_add(1) == 0); }

static void OwnerPop() {
  int b = bottom.load() - 1;
  int t = top.load();  // read before `bottom` is stored
  bottom.store(b);
  if (t > b) {
    bottom.store(t);
    return;
  }
  if (t < b) {
    Take(items[b]);
    return;
  }
  int expected = t;
  if (top.compare_exchange_strong(expected, t + 1)) Take(items[b]);
  bottom.store(t + 1);
}

static void Steal() {
  int t = top.load();
  int b = bottom.load();
  if (t >= b) return;
  int item = items[t];
  if (top.compare_exchange_strong(t, t + 1)) Take(item);
}

int main() {
  bottom = 2;
  std::thread owner([] {
    OwnerPop();
    OwnerPop();
  });
  std::thread thief([] {
    Steal();
    Steal();
  });
  owner.join();
  thief.join();
}
