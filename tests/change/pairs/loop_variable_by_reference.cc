//: what: a thread's lambda captures the counter of the loop by reference
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <thread>
#include <vector>
int slots[3];
int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
-    threads.emplace_back([i] { slots[i] = 1; });
+    threads.emplace_back([&i] { slots[i] = 1; });
  for (auto& t : threads) t.join();
}
