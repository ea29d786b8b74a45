//: what: a static local became a global that is made on first use
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <thread>

struct Registry {
  Registry() : limit(7) {}
  int limit;
};

+static Registry* registry;
Registry& GetRegistry() {
-  static Registry* registry = new Registry;
+  if (registry == nullptr) registry = new Registry;
  return *registry;
}

int x, y;
int main() {
  std::thread a([] { x = GetRegistry().limit; });
  std::thread b([] { y = GetRegistry().limit; });
  a.join();
  b.join();
}
