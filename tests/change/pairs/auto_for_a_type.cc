//: what: a type written out becomes auto, an index loop keeps its body, a cast its meaning
//: impact: same
//: fault: none
#include <map>
#include <mutex>
#include <string>
#include <thread>
std::mutex m;
std::map<std::string, int> counts;
void Add(const char* name) {
  std::lock_guard<std::mutex> held(m);
-  std::map<std::string, int>::iterator at = counts.find(name);
+  auto at = counts.find(name);
-  if (at != counts.end()) at->second += (int)1L;
+  if (at != counts.end()) at->second += static_cast<int>(1L);
}
int main() {
  counts["x"] = 0;
  std::thread a(Add, "x"), b(Add, "x");
  a.join();
  b.join();
}
