// shows: a consumer of a lock-free queue that yields while it is empty; the schedules of its harmless race are made shorter without
// letting the consumer run to an end that it cannot reach alone
// races: yes (the statistic)
// strategies: none pct rf
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};
static std::atomic<Node*> top;
static int pushed;  // a statistic that need not be right

static void Push(int value) {
  auto* node = new Node{value, top.load()};
  while (!top.compare_exchange_weak(node->next, node)) {
  }
  pushed++;
}

int main() {
  std::thread a([] { Push(1), Push(2); }), b([] { Push(3), Push(4); });
  int sum = 0;
  std::thread consumer([&] {
    for (int taken = 0; taken < 4;) {
      Node* list = top.exchange(nullptr);
      if (!list) std::this_thread::yield();
      for (; list; ++taken) {
        sum += list->value;
        Node* next = list->next;
        delete list;
        list = next;
      }
    }
  });
  a.join();
  b.join();
  consumer.join();
  assert(sum == 10 && pushed > 0);
}
