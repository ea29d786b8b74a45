// shows: a stack without locks whose nodes are freed as soon as no hazard pointer names them
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};
static std::atomic<Node*> head;
static std::atomic<Node*> hazard[2];
static std::atomic<int> sum;

static void Push(int value) {
  Node* node = new Node{value, head.load()};
  while (!head.compare_exchange_weak(node->next, node)) {
  }
}

static void Retire(Node* node, int me) {
  hazard[me].store(nullptr);
  while (hazard[1 - me].load() == node) std::this_thread::yield();
  delete node;
}

static bool Pop(int me, int* out) {
  for (;;) {
    Node* top = head.load();
    if (top == nullptr) return false;
    hazard[me].store(top);
    if (head.load() != top) continue;  // it may be gone already
    if (!head.compare_exchange_strong(top, top->next)) continue;
    *out = top->value;
    Retire(top, me);
    return true;
  }
}

int main() {
  Push(1), Push(2);
  auto pops = [](int me) {
    int value;
    if (Pop(me, &value)) sum += value;
    hazard[me].store(nullptr);
  };
  std::thread a(pops, 0), b(pops, 1);
  a.join(), b.join();
  assert(sum == 3);
}
