//: what: a value behind a locking proxy is bound to a reference: the proxy and its lock end with the statement
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
#include <vector>
template <class T>
class Synchronized {
 public:
  class Locked {
   public:
    Locked(T& value, std::mutex& mutex) : value_(value), guard_(mutex) {}
    T* operator->() { return &value_; }
    T& operator*() { return value_; }

   private:
    T& value_;
    std::unique_lock<std::mutex> guard_;
  };
  Locked lock() { return Locked(value_, mutex_); }

 private:
  std::mutex mutex_;
  T value_;
};
Synchronized<std::vector<int>> numbers;
void Add(int n) {
-  auto all = numbers.lock();
-  if (all->size() < 4) all->push_back(n);
+  auto& all = *numbers.lock();
+  if (all.size() < 4) all.push_back(n);
}
int main() {
  std::thread a(Add, 1), b(Add, 2);
  a.join();
  b.join();
}
