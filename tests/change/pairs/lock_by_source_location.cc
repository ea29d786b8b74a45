//: what: a blank line moves a call, and a default argument takes the lock by the line of the call
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <source_location>
#include <thread>
std::mutex locks[2];
int n;
void Add(std::source_location where = std::source_location::current()) {
  std::lock_guard<std::mutex> guard(locks[where.line() % 2]);
  ++n;
}
#line 100
+
void One() { Add(); }
#line 200
void Two() { Add(); }
int main() {
  std::thread a(One);
  std::thread b(Two);
  a.join();
  b.join();
}
