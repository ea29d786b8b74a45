//: what: a callback holds this instead of a copy of the object
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <functional>
#include <thread>

struct Formatter {
  int width = 8;
  std::function<int()> Callback() {
-    return [*this] { return width * 2; };
+    return [this] { return width * 2; };
  }
};

int main() {
  Formatter f;
  std::function<int()> call = f.Callback();
  int got = 0;
  std::thread t([&] { got = call(); });
  f.width = 9;
  t.join();
}
