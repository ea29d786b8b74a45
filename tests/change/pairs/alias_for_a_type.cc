//: what: an alias, nullptr, struct and class, an include, ++i for i++
//: impact: same
//: fault: none
+#include <algorithm>
#include <mutex>
#include <thread>

-struct Node {
-  Node* next = 0;
+class Node {
+ public:
+  Node* next = nullptr;
  int value = 0;
};
+using Guard = std::lock_guard<std::mutex>;
std::mutex m;
Node node;
void Walk() {
-  std::lock_guard<std::mutex> guard(m);
-  for (int i = 0; i < 2; i++) node.value += i;
+  Guard guard(m);
+  for (int i = 0; i < 2; ++i) {
+    node.value += i;
+  }
}
int main() {
  std::thread a(Walk);
  std::thread b(Walk);
  a.join();
  b.join();
}
