// shows: a Chase-Lev deque with the orders of the paper: the owner pops, two thieves steal, each item once
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<long> top{0}, bottom{0};
std::atomic<int> items[4];
std::atomic<int> taken[4];

void Push(int v) {
  long b = bottom.load(std::memory_order_relaxed);
  items[b & 3].store(v, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  bottom.store(b + 1, std::memory_order_relaxed);
}
int Pop() {
  long b = bottom.load(std::memory_order_relaxed) - 1;
  bottom.store(b, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  long t = top.load(std::memory_order_relaxed);
  int v = -1;
  if (t <= b) {
    v = items[b & 3].load(std::memory_order_relaxed);
    if (t != b) return v;
    if (!top.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst, std::memory_order_relaxed)) v = -1;
  }
  bottom.store(b + 1, std::memory_order_relaxed);
  return v;
}
int Steal() {
  long t = top.load(std::memory_order_acquire);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  long b = bottom.load(std::memory_order_acquire);
  if (t >= b) return -1;
  int v = items[t & 3].load(std::memory_order_relaxed);
  return top.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst, std::memory_order_relaxed) ? v : -1;
}
void Took(int v) {
  if (v >= 0) assert(taken[v].fetch_add(1) == 0);
}
int main() {
  Push(0), Push(1);
  std::thread a([] { Took(Steal()); }), b([] { Took(Steal()); });
  Took(Pop());
  a.join(), b.join();
  for (int v = Pop(); v >= 0; v = Pop()) Took(v);
  assert(taken[0] == 1 && taken[1] == 1);
}
