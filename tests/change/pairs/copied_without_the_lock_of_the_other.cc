//: what: a copy constructor takes the lock of the new object, not of the one that it copies
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <string>
#include <thread>
class Label {
 public:
  Label() = default;
  Label(const Label& other) {
-    std::lock_guard<std::mutex> held(other.lock_);
+    std::lock_guard<std::mutex> held(lock_);
    number_ = other.number_;
  }
  void Set(int number) {
    std::lock_guard<std::mutex> held(lock_);
    number_ = number;
  }
  int number() const { return number_; }

 private:
  mutable std::mutex lock_;
  int number_ = 0;
};
int main() {
  Label label;
  std::thread other([&] { label.Set(3); });
  Label copy(label);
  other.join();
  return copy.number() > 3;
}
