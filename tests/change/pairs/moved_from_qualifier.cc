//: what: std::move chooses the overload for temporaries, which does not lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
#include <utility>
struct Box {
  std::mutex m;
  int value = 0;
  int Take() & {
    std::lock_guard<std::mutex> held(m);
    return value++;
  }
  int Take() && { return value++; }
};
static Box box;
-static void Work() { box.Take(); }
+static void Work() { std::move(box).Take(); }
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
  return box.value == 0;
}
