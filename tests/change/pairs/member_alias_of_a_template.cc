//: what: a template's alias for its lock is another for one argument
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <type_traits>
struct Fake {
  void lock() {}
  void unlock() {}
};
template <typename T>
struct Traits {
-  using Lock = std::mutex;
+  using Lock = std::conditional_t<std::is_same_v<T, int>, Fake, std::mutex>;
};
template <typename T>
class Cell {
 public:
  void Set(T value) {
    std::lock_guard<typename Traits<T>::Lock> held(lock_);
    value_ = value;
  }

 private:
  typename Traits<T>::Lock lock_;
  T value_{};
};
int main() {
  Cell<int> cell;
  std::thread other([&] { cell.Set(1); });
  cell.Set(2);
  other.join();
}
