// shows: references are dropped by release, and the last one fences before it frees
#include <atomic>
#include <cassert>
#include <thread>

struct Shared {
  std::atomic<int> count{3};
  int parts[3] = {};
};

static void Use(Shared* s, int me) {
  s->parts[me] = me + 1;
  if (s->count.fetch_sub(1, std::memory_order_release) == 1) {
    std::atomic_thread_fence(std::memory_order_acquire);
    assert(s->parts[0] + s->parts[1] + s->parts[2] == 6);
    delete s;
  }
}

int main() {
  Shared* s = new Shared;
  std::thread a(Use, s, 0), b(Use, s, 1), c(Use, s, 2);
  a.join(), b.join(), c.join();
}
