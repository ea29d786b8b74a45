//: what: a reference count is decremented and then read
//: impact: changed
//: fault: any
//: found: yes
#include <atomic>
#include <thread>

class Object {
 public:
  void Release() {
-    if (--references_ == 0) delete this;
+    --references_;
+    if (references_ == 0) delete this;
  }

 private:
  ~Object() = default;
  std::atomic<int> references_{2};
};

int main() {
  auto* o = new Object;
  std::thread a([o] { o->Release(); });
  std::thread b([o] { o->Release(); });
  a.join();
  b.join();
}
