//: what: an object is passed by value: the base's function runs
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
int total;
std::mutex m;
struct Step {
  virtual ~Step() = default;
  virtual void Run() { ++total; }
};
struct LockedStep : Step {
  void Run() override {
    std::lock_guard<std::mutex> held(m);
    ++total;
  }
};
-void Twice(Step& step) {
+void Twice(Step step) {
  step.Run();
  step.Run();
}
int main() {
  LockedStep x, y;
  std::thread a([&] { Twice(x); }), b([&] { Twice(y); });
  a.join();
  b.join();
}
