//: what: a function-local static, made by whoever comes first, becomes a member that a thread makes
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <thread>
struct Config {
  int value = 4;
};
+static Config* instance;
static Config& Get() {
-  static Config* instance = new Config;
+  if (!instance) instance = new Config;
  return *instance;
}
int main() {
  std::thread a([] { return Get().value; });
  std::thread b([] { return Get().value; });
  a.join();
  b.join();
}
