//: what: expired() and lock() in place of one lock()
//: impact: changed
//: fault: any
//: found: yes
#include <memory>
#include <thread>

struct Owner {
  int value = 1;
};
int main() {
  auto owner = std::make_shared<Owner>();
  std::weak_ptr<Owner> weak = owner;
  int got = 0;
  std::thread a([&] {
-    if (auto o = weak.lock()) got = o->value;
+    if (!weak.expired()) got = weak.lock()->value;
  });
  std::thread b([&] { owner.reset(); });
  a.join();
  b.join();
}
