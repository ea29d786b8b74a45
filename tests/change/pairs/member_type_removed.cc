//: what: a member type that others ask for is gone, and with it the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
#include <type_traits>
template <typename T, typename = void>
struct NeedsLock : std::false_type {};
template <typename T>
struct NeedsLock<T, std::void_t<typename T::shared>> : std::true_type {};
struct Counter {
-  using shared = void;
  int n = 0;
};
template <typename T>
void Add(T& counter) {
  static std::mutex m;
  if constexpr (NeedsLock<T>::value) {
    std::lock_guard<std::mutex> guard(m);
    ++counter.n;
  } else {
    ++counter.n;
  }
}
Counter counter;
int main() {
  std::thread a([] { Add(counter); });
  std::thread b([] { Add(counter); });
  a.join();
  b.join();
}
