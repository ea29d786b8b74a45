//: what: an algorithm works on the elements outside of the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

std::mutex m;
std::vector<int> samples{3, 1, 2};

void Order() {
-  std::lock_guard<std::mutex> guard(m);
  std::sort(samples.begin(), samples.end());
}
int Largest() {
  std::lock_guard<std::mutex> guard(m);
  return samples[2];
}
int got;
int main() {
  std::thread a(Order);
  std::thread b([] { got = Largest(); });
  a.join();
  b.join();
}
