// plain WHAT: "locked" never fails, "lost" does in some schedules, "deadlock" stops; "skip" comes to no call that is explored.
#include <reweave/test.h>

#include <cstdio>
#include <cstring>

#include "bodies.h"

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "locked";
  int runs = 0;
  reweave::Options options;
  options.strategy = "icb";
  try {
    if (std::strcmp(what, "skip") != 0)
      reweave::explore([&] {
        ++runs;
        if (std::strcmp(what, "deadlock") == 0) {
          std::mutex a, b;
          std::thread t([&] { std::lock_guard<std::mutex> x(a), y(b); });
          { std::lock_guard<std::mutex> y(b), x(a); }
          t.join();
          return;
        }
        Counter counter;
        counter.AddTwice(std::strcmp(what, "locked") == 0);
        if (counter.value != 2) throw 1;
      }, options);
  } catch (const reweave::exploration_failed& failed) {
    std::printf("%s", failed.what());
    return failed.schedule_file().empty() ? 4 : 3;
  }
  std::printf("body ran %d times here\n", runs);
}
