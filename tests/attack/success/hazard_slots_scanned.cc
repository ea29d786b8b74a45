// shows: hazard pointers with fences on both sides instead of seq_cst operations
#include <atomic>
#include <thread>
struct Node {
  int v;
};
std::atomic<Node*> head{new Node{1}}, hazard{nullptr};
int main() {
  std::thread r([] {
    Node* p = head.load(std::memory_order_relaxed);
    for (;;) {
      hazard.store(p, std::memory_order_relaxed);
      std::atomic_thread_fence(std::memory_order_seq_cst);
      Node* q = head.load(std::memory_order_acquire);
      if (p == q) break;
      p = q;
    }
    volatile int v = p->v;
    (void)v;
    hazard.store(nullptr, std::memory_order_release);
  });
  Node* old = head.exchange(new Node{2}, std::memory_order_acq_rel);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  bool safe = hazard.load(std::memory_order_acquire) != old;
  if (safe) delete old;
  r.join();
  if (!safe) delete old;
  delete head.load();
}
