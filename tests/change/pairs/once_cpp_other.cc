//: what: the second user of a resource has a once_flag of its own now
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::once_flag first_time, other_time;
static int made;
static void One() {
  std::call_once(first_time, [] { made++; });
}
static void Two() {
-  std::call_once(first_time, [] { made++; });
+  std::call_once(other_time, [] { made++; });
}
int main() {
  std::thread a(One), b(Two);
  a.join();
  b.join();
  return made == 0 || &other_time == nullptr;
}
