//: what: the hash that chooses a stripe is of the address of a name, no longer of the name
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <functional>
#include <mutex>
#include <string>
#include <thread>
struct Name {
  const char* text;
};
template <>
struct std::hash<Name> {
-  std::size_t operator()(const Name& name) const { return static_cast<std::size_t>(name.text[0]); }
+  std::size_t operator()(const Name& name) const { return reinterpret_cast<std::size_t>(name.text); }
};
static std::mutex locks[64];
static int total;
static void Add(const Name& name) {
  std::lock_guard<std::mutex> held(locks[std::hash<Name>()(name) % 64]);
  ++total;
}
static char one[] = "x one", two[] = "x the other one";
int main() {
  std::thread a([] { Add(Name{one}); }), b([] { Add(Name{two}); });
  a.join();
  b.join();
  return total == 0;
}
