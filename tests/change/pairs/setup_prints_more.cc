//: what: main prints what it will do before it makes threads
//: impact: changed
//: tests: get put drop
//: args: put
//: select: none
//: slow: yes
//: fault: none
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>
static std::mutex mutex;
static std::map<std::string, int> table;
static int limit = 10;
static void Put(const std::string& key) {
  std::lock_guard<std::mutex> held(mutex);
  if (static_cast<int>(table.size()) < limit) ++table[key];
}
static void Get(const std::string& key) {
  std::lock_guard<std::mutex> held(mutex);
  table.find(key);
}
static void Drop(const std::string& key) {
  std::lock_guard<std::mutex> held(mutex);
  table.erase(key);
}
int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "get";
+  std::printf("command %s, at most %d entries, now %zu\n", command.c_str(), limit, table.size());
  auto work = command == "put" ? Put : command == "drop" ? Drop : Get;
  std::thread a([&] { work("x"); }), b([] { Put("y"); });
  a.join();
  b.join();
}
