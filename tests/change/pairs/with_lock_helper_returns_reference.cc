//: what: a helper that runs a lambda under the lock returns decltype(auto): a reference to what is guarded gets out
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <map>
#include <mutex>
#include <string>
#include <thread>
std::mutex mutex;
std::map<int, std::string> names{{1, "one"}};
template <class F>
-auto With(F&& f) {
+decltype(auto) With(F&& f) {
  std::lock_guard<std::mutex> guard(mutex);
  return f(names);
}
size_t Length() {
-  std::string name = With([](auto& all) { return all[1]; });
+  const std::string& name = With([](auto& all) -> std::string& { return all[1]; });
  return name.size();
}
void Rename() {
  With([](auto& all) { all[1] = "a name that is longer than the small buffer"; return 0; });
}
int main() {
  std::thread a(Length), b(Rename);
  a.join();
  b.join();
}
