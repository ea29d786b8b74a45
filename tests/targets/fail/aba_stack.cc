// shows: ABA on a lock-free stack with reused nodes: a pop gives out a node that is in use
// kind: assert
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> in_use{false};
};

static Node a, b, c;
static std::atomic<Node*> head;

static void Push(Node* node) {
  Node* old = head.load();
  do node->next.store(old);
  while (!head.compare_exchange_weak(old, node));
}

static Node* Pop() {
  Node* top = head.load();
  while (top) {
    Node* next = top->next.load();  // may be stale when the exchange succeeds
    if (head.compare_exchange_strong(top, next)) return top;
  }
  return nullptr;
}

static void Take(Node* node) {
  if (node) assert(!node->in_use.exchange(true));
}

int main() {
  Push(&c);
  Push(&b);
  Push(&a);
  std::thread first([] {
    Take(Pop());
    Take(Pop());
  });
  std::thread second([] {
    Node* x = Pop();
    Take(Pop());
    if (x) Push(x);
  });
  first.join();
  second.join();
}
