//: what: a message on std::clog is added at the start of a method
//: impact: changed
//: select: none
//: fault: none
//: slow: yes
#include <iostream>
#include <mutex>
#include <thread>
class Door {
 public:
  void Open() {
+    std::clog << "open\n";
    std::lock_guard<std::mutex> guard(mutex_);
    open_ = true;
  }
  bool IsOpen() {
    std::lock_guard<std::mutex> guard(mutex_);
    return open_;
  }

 private:
  std::mutex mutex_;
  bool open_ = false;
};
int main() {
  Door door;
  std::thread a([&] { door.Open(); });
  door.IsOpen();
  a.join();
}
