// shows: a hazard pointer is set, but nobody looks whether the node is still there
// kind: heap
#include <atomic>
#include <thread>

struct Node {
  int value;
  Node* next;
};
static std::atomic<Node*> head{new Node{1, nullptr}};
static std::atomic<Node*> hazard;
static volatile int sink;

int main() {
  std::thread reads([] {
    Node* top = head.load();
    if (top == nullptr) return;
    hazard.store(top);
    sink = top->value;
    hazard.store(nullptr);
  });
  Node* mine = head.exchange(nullptr);
  if (hazard.load() != mine) delete mine;
  reads.join();
}
