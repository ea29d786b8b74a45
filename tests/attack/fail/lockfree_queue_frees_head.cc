// shows: a queue without locks frees the node that another thread still reads
// kind: heap
#include <atomic>
#include <thread>

struct Node {
  int value = 0;
  std::atomic<Node*> next{nullptr};
};
static Node* First() {
  Node* a = new Node;
  a->next = new Node;
  a->next.load()->next = new Node;
  return a;
}
static std::atomic<Node*> head{First()};

static void Take() {
  for (;;) {
    Node* first = head.load();
    Node* next = first->next.load();
    if (next == nullptr) return;
    if (head.compare_exchange_strong(first, next)) {
      delete first;
      return;
    }
  }
}

int main() {
  std::thread a(Take), b(Take);
  a.join(), b.join();
}
