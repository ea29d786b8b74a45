//: what: a const makes an override a function of its own
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>

class Sink {
 public:
  virtual ~Sink() = default;
  virtual void Put(int v) { value_ = v; }

 protected:
  int value_ = 0;
};
class LockedSink : public Sink {
 public:
-  void Put(int v) {
+  void Put(int v) const {
    std::lock_guard<std::mutex> guard(mutex_);
-    value_ = v;
+    (void)v;
  }

 private:
  mutable std::mutex mutex_;
};

LockedSink locked;
int main() {
  Sink& sink = locked;
  std::thread a([&] { sink.Put(1); });
  std::thread b([&] { sink.Put(2); });
  a.join();
  b.join();
}
