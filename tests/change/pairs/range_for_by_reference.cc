//: what: a loop takes references instead of copies, and threads keep them
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <thread>
#include <vector>
struct Item {
  int n = 0;
};
std::vector<Item> items(1);
int main() {
  int sum = 0;
-  for (auto item : items) {
+  for (auto& item : items) {
    std::thread worker([&item] { item.n = 3; });
    sum += items[0].n;
    worker.join();
  }
  return sum == 9;
}
