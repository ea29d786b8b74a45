//: what: a base class that knows its derived class, the derived class and its hook have other names
//: impact: same
//: slow: yes
//: fault: none
#include <mutex>
#include <thread>
template <typename D>
-struct Base {
+struct Skeleton {
  void Run() {
    std::lock_guard<std::mutex> held(mutex);
-    static_cast<D*>(this)->Hook();
+    static_cast<D*>(this)->Step();
  }
  std::mutex mutex;
};
-struct Worker : Base<Worker> {
-  void Hook() { ++steps; }
-  int steps = 0;
-};
-static Worker worker;
+struct Machine : Skeleton<Machine> {
+  void Step() { ++turns; }
+  int turns = 0;
+};
+static Machine machine;
int main() {
-  std::thread a([] { worker.Run(); }), b([] { worker.Run(); });
+  std::thread a([] { machine.Run(); }), b([] { machine.Run(); });
  a.join();
  b.join();
}
