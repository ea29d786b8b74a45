// shows: two threads allocate from one monotonic buffer resource without a lock
// kind: race
#include <cassert>
#include <memory_resource>
#include <thread>

static std::pmr::monotonic_buffer_resource arena;
int main() {
  void *p = nullptr, *q = nullptr;
  std::thread a([&] { p = arena.allocate(16, 8); }), b([&] { q = arena.allocate(16, 8); });
  a.join(), b.join();
  assert(p != q);
}
