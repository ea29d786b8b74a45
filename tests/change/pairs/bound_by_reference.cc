//: what: std::bind gets a reference instead of a copy
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <functional>
#include <thread>
struct Count {
  int n = 0;
};
void Add(Count& count) { ++count.n; }
int main() {
  Count count;
-  std::thread a(std::bind(Add, count)), b(std::bind(Add, count));
+  std::thread a(std::bind(Add, std::ref(count))), b(std::bind(Add, std::ref(count)));
  a.join();
  b.join();
}
