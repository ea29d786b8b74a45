//: what: a member is filled by the thread instead of before it
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <string>
#include <thread>
struct Service {
  int port = 0;
  std::thread thread;
  Service() {
-    port = 80;
    thread = std::thread([this] { Run(); });
+    port = 80;
  }
  ~Service() { thread.join(); }
  void Run() { seen = port; }
  int seen = 0;
};
int main() { Service service; }
