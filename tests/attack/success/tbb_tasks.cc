// shows: TBB's task groups and concurrent containers
// link: -ltbb
// schedules: 10
#include <tbb/concurrent_queue.h>
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include <cassert>

int main() {
  tbb::concurrent_queue<int> queue;
  int left = 0, right = 0;
  tbb::task_group group;
  group.run([&] { left = 1, queue.push(1); });
  group.run([&] { right = 2, queue.push(2); });
  group.wait();
  assert(left == 1 && right == 2);
  int a = 0, b = 0;
  assert(queue.try_pop(a) && queue.try_pop(b) && a + b == 3);
  int cells[16] = {};
  tbb::parallel_for(0, 16, [&](int i) { cells[i] = i; });
  for (int i = 0; i < 16; i++) assert(cells[i] == i);
}
