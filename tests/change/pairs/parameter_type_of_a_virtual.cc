//: what: the base's virtual function takes another type, and the override does not override it any more
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
int total;
std::mutex m;
struct Sink {
  virtual ~Sink() = default;
-  virtual void Put(int n) { total += n; }
+  virtual void Put(long n) { total += n; }
};
struct LockedSink : Sink {
  virtual void Put(int n) {
    std::lock_guard<std::mutex> held(m);
    total += n;
  }
};
LockedSink locked;
Sink* sink = &locked;
int main() {
  std::thread a([] { sink->Put(1); }), b([] { sink->Put(2); });
  a.join();
  b.join();
}
