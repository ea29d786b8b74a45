//: what: one of two functions sorts the locks by another comparison
//: impact: changed
//: fault: deadlock
//: found: yes
#include <functional>
#include <mutex>
#include <set>
#include <thread>
static std::mutex locks[2];
static int sums[2];
static void Move(int from, int to) {
  std::set<std::mutex*, std::less<std::mutex*>> order{&locks[from], &locks[to]};
  for (std::mutex* lock : order) lock->lock();
  ++sums[to];
  --sums[from];
  for (std::mutex* lock : order) lock->unlock();
}
static int Sum() {
-  std::set<std::mutex*, std::less<std::mutex*>> order{&locks[0], &locks[1]};
+  std::set<std::mutex*, std::greater<std::mutex*>> order{&locks[0], &locks[1]};
  for (std::mutex* lock : order) lock->lock();
  const int sum = sums[0] + sums[1];
  for (std::mutex* lock : order) lock->unlock();
  return sum;
}
int main() {
  std::thread other([] { Move(0, 1); });
  Sum();
  other.join();
}
