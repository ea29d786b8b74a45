//: what: reading the arguments moves from main into a function of its own
//: impact: changed
//: tests: get put drop
//: args: put
//: select: none
//: fault: none
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
static std::mutex mutex;
static int counts[3];
struct Options {
  int which = 0;
  int times = 1;
};
static void Work(const Options& options) {
  for (int i = 0; i < options.times; ++i) {
    std::lock_guard<std::mutex> held(mutex);
    ++counts[options.which];
  }
}
+static Options Parse(int argc, char** argv) {
+  Options options;
+  if (argc > 1 && !std::strcmp(argv[1], "put")) options.which = 1;
+  if (argc > 1 && !std::strcmp(argv[1], "drop")) options.which = 2;
+  return options;
+}
int main(int argc, char** argv) {
-  Options options;
-  if (argc > 1 && !std::strcmp(argv[1], "put")) options.which = 1;
-  if (argc > 1 && !std::strcmp(argv[1], "drop")) options.which = 2;
+  Options options = Parse(argc, argv);
  std::thread a([&] { Work(options); }), b([&] { Work(options); });
  a.join();
  b.join();
  return 0;
}
