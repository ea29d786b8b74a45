// The running example: build with -DV=0 (before) and -DV=1 (after the change).
#include <condition_variable>
#include <mutex>
#include <thread>
using Mon = std::recursive_mutex;
struct A {
  int x, y, z; Mon mon; std::condition_variable_any o;
  void m0(int v1, int v2) {
    y = v1;                                    // s.y0
    x = v2;                                    // s.x0
#if V
    z = v1 + v2;                               // s.z0   inserted
#endif
  }
  void m1(int v) {
#if !V
    std::lock_guard<Mon> g(mon);               // deleted (method-level lock)
#endif
    x = v;                                     // s.x1
    std::lock_guard<Mon> h(mon);
    m0(1, 2);
  }
  void m2() {
    std::lock_guard<Mon> g(mon);
#if V
    bool cond = true;                          // modified
#else
    bool cond = false;
#endif
    if (cond) o.notify_one();
    x = 0;                                     // s.x2
    x = cond ? 1 : 0;                          // s.x3
  }
  int m3(Mon* p) {
#if V
    Mon* l = new Mon;                          // modified: a fresh lock
#else
    Mon* l = p;
#endif
    std::lock_guard<Mon> g(*l);
    if (x > 0)                                 // s.if
      return x;                                // s.ret
    return 0;
  }
  void m4() {
#if !V
    std::lock_guard<Mon> g(mon);               // deleted (method-level lock)
#endif
    { std::lock_guard<Mon> h(mon); x = 7; }    // s.x4
    { std::lock_guard<Mon> h(mon); y = 8; }    // s.y4
  }
};
static A obj;
int main() {
  std::thread t1([] { obj.m1(3); obj.m2(); });
  std::thread t2([] { obj.m3(new Mon); obj.m4(); });
  t1.join(); t2.join();
}
