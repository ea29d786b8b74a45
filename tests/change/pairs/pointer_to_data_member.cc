//: what: a pointer to a data member names the field of the other lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Box {
  std::mutex a_lock, b_lock;
  int a = 0, b = 0;
} box;
-int Box::*field = &Box::a;
+int Box::*field = &Box::b;
void First() {
  std::lock_guard<std::mutex> held(box.a_lock);
  box.*field += 1;
}
void Second() {
  std::lock_guard<std::mutex> held(box.b_lock);
  box.b += 1;
}
int main() {
  std::thread a(First), b(Second);
  a.join();
  b.join();
}
