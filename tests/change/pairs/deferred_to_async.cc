//: what: a task that ran in get() runs at once in a thread
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <future>

int state;
int main() {
-  auto f = std::async(std::launch::deferred, [] { state += 1; });
+  auto f = std::async(std::launch::async, [] { state += 1; });
  state = 5;
  f.get();
  return state > 9;
}
