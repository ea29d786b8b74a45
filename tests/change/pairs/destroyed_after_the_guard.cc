//: what: two locals are declared in another order: a destructor writes after the guard is gone
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
std::mutex m;
int total;
struct Bump {
  ~Bump() { ++total; }
};
void Work() {
-  std::lock_guard<std::mutex> held(m);
  Bump bump;
+  std::lock_guard<std::mutex> held(m);
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
