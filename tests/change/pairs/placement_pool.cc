//: what: an arena hands out memory by an index that is read and written in two steps
//: impact: changed
//: fault: any
//: found: yes
//: slow: yes
#include <atomic>
#include <new>
#include <thread>
struct Node {
  int owner;
};
alignas(Node) static unsigned char arena[4 * sizeof(Node)];
static std::atomic<size_t> used{0};
Node* Make(int owner) {
-  size_t at = used.fetch_add(1);
+  size_t at = used.load();
+  used.store(at + 1);
  return new (arena + at * sizeof(Node)) Node{owner};
}
int main() {
  std::thread a([] { Make(1)->owner = 1; });
  std::thread b([] { Make(2)->owner = 2; });
  a.join();
  b.join();
}
