//: what: a base class and a class derived from it get other names
//: impact: same
//: fault: none
#include <memory>
#include <mutex>
#include <thread>

-struct Sink {
-  virtual ~Sink() = default;
+struct Output {
+  virtual ~Output() = default;
  virtual void write(int v) = 0;
};
-struct LockedSink : Sink {
+struct LockedOutput : Output {
  std::mutex mutex;
  int last = 0;
  void write(int v) override {
    std::lock_guard<std::mutex> guard(mutex);
    last = v;
  }
};
-std::unique_ptr<Sink> sink = std::make_unique<LockedSink>();
+std::unique_ptr<Output> sink = std::make_unique<LockedOutput>();
int main() {
  std::thread a([] { sink->write(1); }), b([] { sink->write(2); });
  a.join();
  b.join();
}
