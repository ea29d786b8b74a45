//: what: tasks of std::async no longer lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <future>
#include <mutex>
#include <string>
#include <vector>
static std::mutex mutex;
static int total = 0;
static std::vector<std::string> names;
static int Work(int n) {
-  std::lock_guard<std::mutex> lock(mutex);
  total += n;
  names.push_back(std::to_string(n));
  return total;
}
int main() {
  auto a = std::async(std::launch::async, Work, 1);
  auto b = std::async(std::launch::async, [] { return Work(2); });
  return a.get() + b.get() == 0;
}
