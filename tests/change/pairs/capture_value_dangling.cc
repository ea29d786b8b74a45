//: what: a worker gets a reference to a loop variable instead of its value
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <thread>
#include <vector>
static int slots[3];
int main() {
  std::vector<std::thread> workers;
  for (int i = 0; i < 3; ++i)
-    workers.emplace_back([i] { slots[i % 3] = i; });
+    workers.emplace_back([&i] { slots[i % 3] = i; });
  for (std::thread& worker : workers) worker.join();
  return slots[0] != 0;
}
