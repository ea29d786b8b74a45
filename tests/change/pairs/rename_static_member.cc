//: what: a static data member gets another name
//: impact: same
//: fault: none
#include <atomic>
#include <thread>
struct Id {
-  static std::atomic<int> counter;
-  static int Next() { return ++counter; }
+  static std::atomic<int> next_;
+  static int Next() { return ++next_; }
};
-std::atomic<int> Id::counter{7};
+std::atomic<int> Id::next_{7};
int main() {
  std::thread a([] { Id::Next(); }), b([] { Id::Next(); });
  a.join();
  b.join();
  return Id::Next() - 10;
}
