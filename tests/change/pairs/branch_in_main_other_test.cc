//: what: one command of twelve is new in main; the tests run the others
//: impact: changed
//: tests: get put list drop count clear
//: args: put
//: select: none
//: fault: none
#include <map>
#include <mutex>
#include <string>
#include <thread>
static std::mutex mutex;
static std::map<std::string, int> table;
static void Put(const std::string& key) {
  std::lock_guard<std::mutex> held(mutex);
  ++table[key];
}
static void Clear() {
  std::lock_guard<std::mutex> held(mutex);
  table.clear();
}
int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  void (*work)() = [] { Put("x"); };
  if (command == "clear") work = Clear;
+  if (command == "version") return 0;
  std::thread a([&] { work(); }), b([] { Put("y"); });
  a.join();
  b.join();
}
