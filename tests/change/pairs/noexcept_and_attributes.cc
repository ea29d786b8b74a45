//: what: noexcept, [[nodiscard]], inline and override are written
//: impact: same
//: fault: none
#include <mutex>
#include <thread>

struct Base {
  virtual ~Base() = default;
  virtual int Next() = 0;
};
struct Ids : Base {
-  virtual int Next() {
+  [[nodiscard]] int Next() override {
    std::lock_guard<std::mutex> guard(m);
    return ++last;
  }
  std::mutex m;
  int last = 0;
};
Ids ids;
int x, y;
int main() {
  Base& base = ids;
  std::thread a([&] { x = base.Next(); });
  std::thread b([&] { y = base.Next(); });
  a.join();
  b.join();
}
