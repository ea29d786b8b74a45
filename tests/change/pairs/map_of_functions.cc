//: what: a table of std::function has another function for a name
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
std::mutex m;
int total;
void Locked() {
  std::lock_guard<std::mutex> held(m);
  ++total;
}
void Plain() { ++total; }
std::map<std::string, std::function<void()>> table = {
  {"a", Locked},
-  {"b", Locked},
+  {"b", Plain},
};
int main() {
  const auto &f = table.at("a"), &g = table.at("b");
  std::thread a(f), b(g);
  a.join();
  b.join();
}
