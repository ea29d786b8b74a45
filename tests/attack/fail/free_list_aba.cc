// shows: a free list of indices without a tag: pop, pop, push between load and exchange
// kind: assert
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> head{1};
std::atomic<int> next_of[4] = {0, 2, 3, 0};
std::atomic<int> used[4];

int Pop() {
  int h = head;
  while (h && !head.compare_exchange_weak(h, next_of[h])) {
  }
  if (h) assert(used[h].exchange(1) == 0);
  return h;
}
void Push(int i) {
  used[i] = 0;
  int h = head;
  do next_of[i] = h;
  while (!head.compare_exchange_weak(h, i));
}
int main() {
  std::thread a([] { Pop(), Pop(); });
  std::thread b([] {
    int x = Pop();
    Pop();
    if (x) Push(x);
  });
  a.join(), b.join();
}
