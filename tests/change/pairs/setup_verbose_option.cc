//: what: main knows an option for more words; what it sets is asked only after all threads have ended
//: impact: changed
//: tests: get put drop
//: args: put
//: select: none
//: slow: yes
//: fault: none
#include <cstdio>
#include <cstring>
#include <mutex>
#include <thread>
static std::mutex mutex;
static int counts[3];
+static bool verbose;
static void Work(int which) {
  std::lock_guard<std::mutex> held(mutex);
  ++counts[which];
}
int main(int argc, char** argv) {
  int which = 0;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "put")) which = 1;
    if (!std::strcmp(argv[i], "drop")) which = 2;
+    if (!std::strcmp(argv[i], "-v")) verbose = true;
  }
  std::thread a(Work, which), b(Work, which);
  a.join();
  b.join();
+  if (verbose) std::printf("%d %d %d\n", counts[0], counts[1], counts[2]);
  return counts[which] == 0;
}
