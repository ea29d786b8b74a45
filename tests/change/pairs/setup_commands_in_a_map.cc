//: what: main finds its command in a map of functions, no longer by a chain of comparisons
//: impact: changed
//: tests: get put drop
//: args: put
//: select: get put drop
//: slow: yes
//: fault: none
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
static std::mutex mutex;
static int counts[3];
static void Get() {
  std::lock_guard<std::mutex> held(mutex);
  ++counts[0];
}
static void Put() {
  std::lock_guard<std::mutex> held(mutex);
  ++counts[1];
}
static void Drop() {
  std::lock_guard<std::mutex> held(mutex);
  ++counts[2];
}
int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "get";
-  void (*work)() = Get;
-  if (command == "put") work = Put;
-  if (command == "drop") work = Drop;
+  const std::map<std::string, void (*)()> commands{{"get", Get}, {"put", Put}, {"drop", Drop}};
+  const auto found = commands.find(command);
+  void (*work)() = found != commands.end() ? found->second : Get;
  std::thread a(work), b(work);
  a.join();
  b.join();
}
