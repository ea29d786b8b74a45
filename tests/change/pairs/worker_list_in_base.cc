//: what: a base class starts its thread in the constructor: the derived class is not there yet
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
//: slow: yes
#include <thread>
class Worker {
 public:
-  Worker() = default;
+  Worker() { Start(); }
  virtual ~Worker() = default;
  void Start() {
    thread_ = std::thread([this] { Run(); });
  }
  void Join() { thread_.join(); }

 protected:
  virtual void Run() {}

 private:
  std::thread thread_;
};
class Counter final : public Worker {
 public:
  ~Counter() override = default;
  int n() const { return n_; }

 private:
  void Run() override { n_ = 5; }
  int n_ = 0;
};
int main() {
  Counter counter;
-  counter.Start();
  counter.Join();
  return counter.n() > 5;
}
