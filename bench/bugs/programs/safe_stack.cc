// shows: a lock-free stack of indices with a count: three threads, five switches until two own one element
// set: tune
// args: 3
#include "bug.h"

// The count is tested before an element is taken; an index may come back between the read of its successor and the exchange.
struct Cell {
  int value = 0;
  std::atomic<int> next{0};
};
Cell cell[3];
std::atomic<int> head{0}, count{3};
int Pop() {
  while (count > 1) {
    const int h = head;
    const int n = cell[h].next.exchange(-1);
    if (n >= 0) {
      int expected = h;
      if (head.compare_exchange_strong(expected, n)) {
        --count;
        return h;
      }
      cell[h].next.exchange(n);
    }
  }
  return -1;
}
void Push(int i) {
  int h = head;
  do cell[i].next = h;
  while (!head.compare_exchange_strong(h, i));
  ++count;
}
int main(int argc, char** argv) {
  for (int i = 0; i < 2; ++i) cell[i].next = i + 1;
  RunAll(Count(argc, argv, 3), [](int id) {
    for (int k = 0; k < 2; ++k) {
      int i;
      while ((i = Pop()) < 0) std::this_thread::yield();
      cell[i].value = id;
      assert(cell[i].value == id);
      Push(i);
    }
  });
}
