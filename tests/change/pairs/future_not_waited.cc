//: what: the result is read before the future is asked
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <future>
int total = 0;
int main() {
  auto a = std::async(std::launch::async, [] { total = 7; });
-  a.get();
-  const int seen = total;
+  const int seen = total;
+  a.get();
  return seen == 9;
}
