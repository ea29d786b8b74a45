// shows: a queue lock is left without looking whether somebody is just putting himself into the queue
// kind: deadlock|livelock
#include <atomic>
#include <thread>

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> waits{true};
};
static std::atomic<Node*> last;
static Node nodes[2];

static void Enter(int i) {
  Node& me = nodes[i];
  if (Node* before = last.exchange(&me)) {
    before->next.store(&me);
    while (me.waits.load()) std::this_thread::yield();
  }
  Node* next = me.next.load();
  if (next == nullptr) {
    Node* expected = &me;
    last.compare_exchange_strong(expected, nullptr);
    return;  // also if it failed
  }
  next->waits.store(false);
}

int main() {
  std::thread a(Enter, 0), b(Enter, 1);
  a.join(), b.join();
}
