//: what: a global's value comes from a function that now says one thread more
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <thread>
#include <vector>
int Workers() {
-  return 1;
+  return 2;
}
int workers = Workers();
int total;
void Work() { ++total; }
int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < workers; ++i) threads.emplace_back(Work);
  for (auto& thread : threads) thread.join();
}
