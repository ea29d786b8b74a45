//: what: a virtual function that nobody calls is added at the end of an interface and overridden once
//: impact: changed
//: select: none
//: fault: none
//: slow: yes
#include <memory>
#include <mutex>
#include <thread>
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void Write(int n) = 0;
+  virtual void Flush() {}
};
class SumSink : public Sink {
 public:
  void Write(int n) override {
    std::lock_guard<std::mutex> guard(mutex_);
    sum_ += n;
  }
+  void Flush() override {
+    std::lock_guard<std::mutex> guard(mutex_);
+    sum_ = 0;
+  }

 private:
  std::mutex mutex_;
  int sum_ = 0;
};
int main() {
  std::unique_ptr<Sink> sink = std::make_unique<SumSink>();
  std::thread a([&] { sink->Write(1); }), b([&] { sink->Write(2); });
  a.join();
  b.join();
}
