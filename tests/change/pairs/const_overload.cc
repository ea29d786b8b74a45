//: what: a const reference chooses the overload that does not lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Box {
  mutable std::mutex m;
  int value = 0;
  int Get() {
    std::lock_guard<std::mutex> held(m);
    return value;
  }
  int Get() const { return value; }
  void Set(int n) {
    std::lock_guard<std::mutex> held(m);
    value = n;
  }
};
static Box box;
-static void Read(Box& b) { b.Get(); }
+static void Read(const Box& b) { b.Get(); }
int main() {
  std::thread a([] { Read(box); }), b([] { box.Set(1); });
  a.join();
  b.join();
  return box.value == 0;
}
