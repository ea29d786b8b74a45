//: what: a destructor joins the thread only if it cannot be joined
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <thread>
struct Runner {
  std::thread thread;
  int n = 0;
  void Start() { thread = std::thread([this] { ++n; }); }
  ~Runner() {
-    if (thread.joinable()) thread.join();
+    if (!thread.joinable()) thread.join();
  }
};
int main() {
  Runner runner;
  runner.Start();
}
