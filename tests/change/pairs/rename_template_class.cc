//: what: a class template gets another name; it is used with a number and with a class
//: impact: same
//: fault: none
#include <mutex>
#include <thread>

struct Pair {
  int a = 0, b = 0;
};
template <typename T>
-class Guarded {
+class Synchronized {
 public:
  template <typename F>
  void With(F f) {
    std::lock_guard<std::mutex> guard(mutex_);
    f(value_);
  }

 private:
  std::mutex mutex_;
  T value_{};
};
-Guarded<int> number;
-Guarded<Pair> both;
+Synchronized<int> number;
+Synchronized<Pair> both;
void Work() {
  number.With([](int& n) { ++n; });
  both.With([](Pair& p) { ++p.a; });
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
