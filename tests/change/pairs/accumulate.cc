//: what: a loop under the lock becomes std::accumulate under the same lock
//: impact: changed
//: fault: none
//: slow: yes
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>
std::mutex mutex;
std::vector<int> values{1, 2};
int Sum() {
  std::lock_guard<std::mutex> guard(mutex);
-  int sum = 0;
-  for (int v : values) sum += v;
-  return sum;
+  return std::accumulate(values.begin(), values.end(), 0);
}
void Add(int n) {
  std::lock_guard<std::mutex> guard(mutex);
  values.push_back(n);
}
int main() {
  std::thread a([] { Sum(); }), b([] { Add(3); });
  a.join();
  b.join();
}
