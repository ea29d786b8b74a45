//: what: declarations that do nothing: forward declarations, static_assert, an unused template, an unused enumerator, override
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
+#include <vector>
+class Later;
+void Never(Later&);
-enum class Kind { kOne, kTwo };
+enum class Kind { kOne, kTwo, kThree };
+static_assert(sizeof(int) == 4);
+template <class T>
+T Twice(T value) { return value + value; }
+constexpr int kUnused = 7;
std::mutex m;
int total;
struct Base {
  virtual ~Base() = default;
  virtual void Run(Kind kind) = 0;
};
struct Adder : Base {
-  virtual void Run(Kind kind) {
+  void Run(Kind kind) override {
    std::lock_guard<std::mutex> held(m);
    total += kind == Kind::kTwo ? 2 : 1;
  }
};
Adder adder;
Base* base = &adder;
int main() {
  std::thread a([] { base->Run(Kind::kOne); }), b([] { base->Run(Kind::kTwo); });
  a.join();
  b.join();
}
