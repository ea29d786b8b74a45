//: what: an object whose destructor takes the lock ends inside the locked part
//: slow: yes
//: impact: changed
//: fault: deadlock
//: found: yes
#include <memory>
#include <mutex>
#include <thread>
static std::mutex m;
static int live;
struct Handle {
  Handle() {
    std::lock_guard<std::mutex> held(m);
    ++live;
  }
  ~Handle() {
    std::lock_guard<std::mutex> held(m);
    --live;
  }
};
static std::unique_ptr<Handle> current;
static void Replace() {
  auto fresh = std::make_unique<Handle>();
  std::lock_guard<std::mutex> held(m);
-  std::swap(current, fresh);
+  current = std::move(fresh);
}
static void Twice() {
  Replace();
  Replace();
}
int main() {
  std::thread a(Twice);
  a.join();
  current.reset();
  return live;
}
