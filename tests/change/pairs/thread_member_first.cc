//: what: the thread is a member before the state that it uses
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>

class Ticker {
 public:
-  Ticker() : ticks_(0), thread_([this] { Tick(); }) {}
+  Ticker() : thread_([this] { Tick(); }), ticks_(0) {}
  ~Ticker() { thread_.join(); }

 private:
  void Tick() { ++ticks_; }
-  int ticks_;
-  std::thread thread_;
+  std::thread thread_;
+  int ticks_;
};

int main() { Ticker t; }
