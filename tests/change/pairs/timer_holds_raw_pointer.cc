//: what: a callback that held its object weakly keeps a plain pointer to it
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <functional>
#include <memory>
#include <thread>
struct Session {
  int ticks = 0;
  void Tick() { ++ticks; }
};
int main() {
  auto session = std::make_shared<Session>();
-  std::weak_ptr<Session> held = session;
+  Session* held = session.get();
  std::function<void()> on_timer = [held] {
-    if (auto alive = held.lock()) alive->Tick();
+    if (held) held->Tick();
  };
  std::thread timer(on_timer);
  session.reset();
  timer.join();
}
