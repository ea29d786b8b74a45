//: what: a promise is kept before the write it announces
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <future>
#include <thread>
std::promise<void> done;
int result;
int main() {
  auto waits = done.get_future();
  std::thread a([] {
-    result = 4;
    done.set_value();
+    result = 4;
  });
  waits.wait();
  int seen = result;
  a.join();
  return seen == 5;
}
