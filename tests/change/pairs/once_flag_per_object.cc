//: what: a once_flag was shared, now every object has its own
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
int* table;
struct User {
-  static inline std::once_flag once;
+  std::once_flag once;
  int Get() {
    std::call_once(once, [] { table = new int(3); });
    return *table;
  }
};
int main() {
  User x, y;
  std::thread a([&] { x.Get(); }), b([&] { y.Get(); });
  a.join();
  b.join();
}
