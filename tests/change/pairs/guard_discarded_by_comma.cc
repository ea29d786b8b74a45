//: what: a guard is made by a comma expression and gone at once
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex lock;
static int value;
using Guard = std::lock_guard<std::mutex>;
static void Set(int n) {
-  Guard held(lock);
-  value = n;
+  Guard{lock}, value = n;
+  value = n;
}
int main() {
  std::thread other(Set, 1);
  Set(2);
  other.join();
}
