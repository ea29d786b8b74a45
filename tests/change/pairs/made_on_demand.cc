//: what: a part that the constructor made is made by whoever asks first
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <memory>
#include <thread>
struct Part {
  int weight = 3;
};
struct Machine {
-  Machine() : part(std::make_unique<Part>()) {}
-  int Weight() { return part->weight; }
+  Machine() {}
+  int Weight() {
+    if (!part) part = std::make_unique<Part>();
+    return part->weight;
+  }
  std::unique_ptr<Part> part;
};
Machine machine;
int main() {
  std::thread a([] { machine.Weight(); }), b([] { machine.Weight(); });
  a.join();
  b.join();
}
