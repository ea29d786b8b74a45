//: what: a class loses its own swap, which locked: std::swap takes its place
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
#include <utility>
std::mutex m;
struct Box {
  int value = 0;
-  friend void swap(Box& a, Box& b) {
-    std::lock_guard<std::mutex> guard(m);
-    std::swap(a.value, b.value);
-  }
};
Box first{1}, second{2};
void Exchange() {
  using std::swap;
  swap(first, second);
}
int main() {
  std::thread a(Exchange);
  std::thread b(Exchange);
  a.join();
  b.join();
}
