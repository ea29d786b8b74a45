// shows: a consumer takes a push that is half done for none, and the wakeup for it is spent
// kind: deadlock
#include <atomic>
#include <cassert>
#include <thread>
struct Node {
  std::atomic<Node*> next{nullptr};
  int v = 0;
};
Node stub, a, b;
std::atomic<Node*> head{&stub};
Node* tail = &stub;
std::atomic<int> signal_{0};
void Push(Node* n) {
  Node* p = head.exchange(n);
  p->next.store(n);
  signal_.fetch_add(1);
  signal_.notify_one();
}
int main() {
  std::thread t([] { Push(&a); }), u([] { Push(&b); });
  int n = 0, seen = 0;
  while (n < 2) {
    int s;
    while ((s = signal_.load()) == seen) signal_.wait(seen);
    seen = s;
    if (Node* x = tail->next.load()) tail = x, ++n;
  }
  t.join();
  u.join();
}
