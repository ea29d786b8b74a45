// shows: an intrusive queue of many producers with a stub node: a consumer that meets a half-done push tries again
#include <atomic>
#include <cassert>
#include <thread>
struct Node {
  std::atomic<Node*> next{nullptr};
  int v = 0;
};
struct Q {
  Node stub;
  std::atomic<Node*> head{&stub};
  Node* tail{&stub};
  void Push(Node* n) {
    n->next.store(nullptr, std::memory_order_relaxed);
    Node* p = head.exchange(n, std::memory_order_acq_rel);
    p->next.store(n, std::memory_order_release);
  }
  Node* Pop() {
    Node* t = tail;
    Node* n = t->next.load(std::memory_order_acquire);
    if (t == &stub) {
      if (!n) return nullptr;
      tail = n;
      t = n;
      n = n->next.load(std::memory_order_acquire);
    }
    if (n) {
      tail = n;
      return t;
    }
    if (t != head.load(std::memory_order_acquire)) return nullptr;
    Push(&stub);
    n = t->next.load(std::memory_order_acquire);
    if (n) {
      tail = n;
      return t;
    }
    return nullptr;
  }
};
Q q;
Node a, b;
int main() {
  a.v = 1;
  b.v = 2;
  std::thread t([] { q.Push(&a); }), u([] { q.Push(&b); });
  int s = 0, n = 0;
  while (n < 2) {
    if (Node* x = q.Pop()) s += x->v, ++n;
    else std::this_thread::yield();
  }
  t.join();
  u.join();
  assert(s == 3);
}
