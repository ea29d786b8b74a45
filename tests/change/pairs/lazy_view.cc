//: what: a copy made under the lock becomes a view, which is read when the lock is gone
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <ranges>
#include <thread>
#include <vector>
std::mutex mutex;
std::vector<int> values{1, 2, 3, 4};
auto Even() {
  std::lock_guard<std::mutex> guard(mutex);
-  std::vector<int> out;
-  for (int v : values)
-    if (v % 2 == 0) out.push_back(v);
-  return out;
+  return values | std::views::filter([](int v) { return v % 2 == 0; });
}
int sum;
void Read() {
  for (int v : Even()) sum += v;
}
void Write() {
  std::lock_guard<std::mutex> guard(mutex);
  values[1] = 6;
}
int main() {
  std::thread a(Read), b(Write);
  a.join();
  b.join();
}
