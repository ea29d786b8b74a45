//: what: std::swap is named, so that the class's own one, which locks, is not found
//: impact: changed
//: slow: yes
//: fault: race
//: found: yes
//: select: yes
#include <mutex>
#include <thread>
#include <utility>
namespace box {
static std::mutex mutex;
struct Box {
  int value = 0;
};
void swap(Box& a, Box& b) {
  std::lock_guard<std::mutex> held(mutex);
  int t = a.value;
  a.value = b.value;
  b.value = t;
}
}
static box::Box one, two;
static void Turn() {
-  swap(one, two);
+  std::swap(one, two);
}
int main() {
  std::thread a(Turn), b(Turn);
  a.join();
  b.join();
}
