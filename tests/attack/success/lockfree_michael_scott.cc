// shows: a queue without locks with two producers; nodes are freed when all threads are gone
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value = 0;
  std::atomic<Node*> next{nullptr};
};
static Node* const dummy = new Node;
static std::atomic<Node*> head{dummy}, tail{dummy};

static void Put(int value) {
  Node* node = new Node;
  node->value = value;
  for (;;) {
    Node* last = tail.load();
    Node* next = last->next.load();
    if (next != nullptr) {
      tail.compare_exchange_strong(last, next);
      continue;
    }
    if (last->next.compare_exchange_strong(next, node)) {
      tail.compare_exchange_strong(last, node);
      return;
    }
  }
}

int main() {
  std::thread a(Put, 1), b(Put, 2);
  a.join(), b.join();
  int sum = 0;
  for (Node* n = head.load(); n != nullptr;) {
    Node* next = n->next.load();
    sum += n->value;
    delete n;
    n = next;
  }
  assert(sum == 3);
}
