//: what: a lambda's parameter and capture have other names
//: impact: same
//: slow: yes
//: fault: none
#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>
std::mutex m;
std::vector<int> values = {3, 1, 2};
void Work(int limit) {
  std::lock_guard<std::mutex> held(m);
-  std::for_each(values.begin(), values.end(), [limit](int& v) { if (v < limit) ++v; });
+  std::for_each(values.begin(), values.end(), [most = limit](int& value) { if (value < most) ++value; });
}
int main() {
  std::thread a(Work, 2), b(Work, 3);
  a.join();
  b.join();
}
