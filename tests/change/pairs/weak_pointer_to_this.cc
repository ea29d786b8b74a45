//: what: a callback keeps this, not a weak pointer that it locks
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
struct Session : std::enable_shared_from_this<Session> {
  int hits = 0;
  std::mutex m;
  std::function<void()> Callback() {
-    return [weak = weak_from_this()] {
-      if (auto self = weak.lock()) self->Hit();
-    };
+    return [this] { Hit(); };
  }
  void Hit() {
    std::lock_guard<std::mutex> held(m);
    ++hits;
  }
};
int main() {
  auto s = std::make_shared<Session>();
  std::thread t(s->Callback());
  s.reset();
  t.join();
}
