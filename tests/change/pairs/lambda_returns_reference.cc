//: what: a lambda that reads under the lock returns a reference to what it read instead of a copy
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Box {
  std::mutex mutex;
  int value = 1;
};
static Box box;
-static const auto get = [](Box& b) -> int {
+static const auto get = [](Box& b) -> int& {
  std::lock_guard<std::mutex> held(b.mutex);
  return b.value;
};
static void Work() {
  auto&& v = get(box);
  v += 1;
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
