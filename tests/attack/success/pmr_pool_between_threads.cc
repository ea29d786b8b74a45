// shows: memory of a synchronised pool is allocated in one thread and given back in another
#include <cassert>
#include <memory_resource>
#include <thread>
#include <vector>

int main() {
  std::pmr::synchronized_pool_resource pool;
  auto work = [&] {
    std::pmr::vector<int> mine(&pool);
    for (int i = 0; i < 5; ++i) mine.push_back(i);
    assert(mine.size() == 5 && mine[4] == 4);
  };
  std::pmr::vector<int> made_here(3, 1, &pool);
  std::thread a(work), b([&, v = std::move(made_here)]() mutable {
    work();
    assert(v.size() == 3 && v[2] == 1);
  });
  a.join(), b.join();
}
