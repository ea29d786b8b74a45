//: what: a constexpr function in a header decides whether counting is locked
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
#include "policy.h"
static std::mutex mutex;
static int total;
template <typename T>
static void Add(T n) {
  if constexpr (NeedsLock<T>()) {
    std::lock_guard<std::mutex> held(mutex);
    total += n;
  } else {
    total += n;
  }
}
int main() {
  std::thread a([] { Add(1); }), b([] { Add(2); });
  a.join();
  b.join();
  return total != 3;
}
//: file: policy.h
template <typename T>
constexpr bool NeedsLock() {
-  return sizeof(T) >= 4;
+  return sizeof(T) > 4;
}
