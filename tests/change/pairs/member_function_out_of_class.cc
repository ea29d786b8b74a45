//: what: a member function is defined outside of its class, in another place
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
class Box {
 public:
-  void add(int m) {
-    std::lock_guard<std::mutex> held(mutex);
-    n += m;
-  }
+  void add(int m);
+  ~Box() = default;
 private:
  std::mutex mutex;
  int n = 0;
};
Box box;
+void Box::add(int by) {
+  std::lock_guard<std::mutex> held(mutex);
+  n += by;
+}
int main() {
  std::thread a([] { box.add(1); }), b([] { box.add(2); });
  a.join();
  b.join();
}
