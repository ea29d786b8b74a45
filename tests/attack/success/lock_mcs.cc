// shows: a queue lock whose nodes live on the stacks of those who wait
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> waits{true};
};
static std::atomic<Node*> last;
static int counter;

static void Increment() {
  Node me;
  if (Node* before = last.exchange(&me, std::memory_order_acq_rel)) {
    before->next.store(&me, std::memory_order_release);
    while (me.waits.load(std::memory_order_acquire)) std::this_thread::yield();
  }
  ++counter;
  Node* next = me.next.load(std::memory_order_acquire);
  if (next == nullptr) {
    Node* expected = &me;
    if (last.compare_exchange_strong(expected, nullptr, std::memory_order_release)) return;
    while ((next = me.next.load(std::memory_order_acquire)) == nullptr) std::this_thread::yield();
  }
  next->waits.store(false, std::memory_order_release);
}

int main() {
  std::thread a(Increment), b(Increment), c(Increment);
  a.join(), b.join(), c.join();
  assert(counter == 3);
}
