//: what: a field is set after the thread was started
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <thread>

struct Worker {
  int id = 0;
  std::thread thread;
  void Start(int n) {
-    id = n;
-    thread = std::thread([this] { Run(); });
+    thread = std::thread([this] { Run(); });
+    id = n;
  }
  void Run() { done = id; }
  int done = 0;
};
int main() {
  Worker w;
  w.Start(3);
  w.thread.join();
}
