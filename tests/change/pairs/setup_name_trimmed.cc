//: what: main takes blanks off a name that it prints at its end
//: impact: changed
//: tests: get put
//: args: put
//: select: none
//: fault: none
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
static std::mutex mutex;
static int counts[2];
static std::string Title(std::string text) {
+  while (!text.empty() && text.back() == ' ') text.pop_back();
  return "[" + text + "]";
}
static void Work(int which) {
  std::lock_guard<std::mutex> held(mutex);
  ++counts[which];
}
int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "get";
  const std::string title = Title(command + " ");
  const int which = command == "put";
  std::thread a(Work, which), b(Work, which);
  a.join();
  b.join();
  std::puts(title.c_str());
}
