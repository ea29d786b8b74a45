// shows: one monotonic resource used by two threads under a lock, and a synchronized pool without one
#include <cassert>
#include <memory_resource>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static std::pmr::monotonic_buffer_resource arena;
static std::pmr::synchronized_pool_resource pool;

static void Work(int n) {
  std::pmr::vector<int> mine(&pool);
  for (int i = 0; i < n; i++) mine.push_back(i);
  int* p;
  {
    std::lock_guard hold(lock);
    p = static_cast<int*>(arena.allocate(4, 4));
  }
  *p = n;
  assert(*p == n && static_cast<int>(mine.size()) == n);
}
int main() {
  std::thread a(Work, 3), b(Work, 4);
  a.join(), b.join();
}
