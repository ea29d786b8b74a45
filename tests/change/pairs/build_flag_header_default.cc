//: what: a build flag chooses another class in a header
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: new-flags: -DSINGLE_THREADED
#include <thread>
#include "guard.h"
static Guard guard;
static int n;
int main() {
  auto add = [] {
    guard.Enter();
    ++n;
    guard.Leave();
  };
  std::thread a(add), b(add);
  a.join();
  b.join();
}
//: file: guard.h
#include <mutex>
#ifdef SINGLE_THREADED
class Guard {
 public:
  void Enter() {}
  void Leave() {}
};
#else
class Guard {
 public:
  void Enter() { mutex_.lock(); }
  void Leave() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};
#endif
