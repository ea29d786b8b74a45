//: what: a reference that is bound at compile time names another lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex reads, writes;
static int level;
struct Port {
  std::mutex& lock;
  int pin;
};
static constinit Port in{writes, 1};
-static constinit Port out{writes, 2};
+static constinit Port out{reads, 2};
static void Set(Port& port) {
  std::lock_guard<std::mutex> held(port.lock);
  level += port.pin;
}
int main() {
  std::thread other([] { Set(in); });
  Set(out);
  other.join();
}
