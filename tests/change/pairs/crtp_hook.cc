//: what: a class shadows a hook of its CRTP base, and does not lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex mutex;
template <typename Derived>
struct Base {
  void Run() { static_cast<Derived*>(this)->Step(); }
  void Step() {
    std::lock_guard<std::mutex> held(mutex);
    ++n;
  }
  int n = 0;
};
struct Worker : Base<Worker> {
+  void Step() { ++n; }
};
static Worker worker;
int main() {
  std::thread a([] { worker.Run(); }), b([] { worker.Run(); });
  a.join();
  b.join();
}
