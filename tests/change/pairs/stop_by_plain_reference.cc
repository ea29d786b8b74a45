//: what: a worker is given the flag as a plain bool instead of an atomic one
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <thread>
-std::atomic<bool> stop{false};
-int Run(const std::atomic<bool>& flag) {
+bool stop = false;
+int Run(const bool& flag) {
  int rounds = 0;
  while (!flag && rounds < 2) ++rounds;
  return rounds;
}
int main() {
  std::thread worker([] { Run(stop); });
  stop = true;
  worker.join();
}
