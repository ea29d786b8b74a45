//: what: each thread writes its own element, but of a vector<bool>
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <thread>
#include <vector>

-std::vector<char> done(8);
+std::vector<bool> done(8);

int main() {
  std::thread a([] { done[1] = true; });
  std::thread b([] { done[2] = true; });
  a.join();
  b.join();
}
