//: what: a thread_local member is no longer one
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <thread>
struct Depth {
-  static inline thread_local int now = 0;
+  static inline int now = 0;
  Depth() { ++now; }
  ~Depth() { --now; }
};
void Work() { Depth depth; }
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
