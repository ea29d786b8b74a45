//: what: a callback that one of two tests registers writes without the lock
//: impact: changed
//: tests: quiet loud
//: args: loud
//: chosen: loud
//: fault: race
//: found: yes
#include <cstring>
#include <mutex>
#include <thread>
using Callback = void (*)(int);
struct Source {
  std::mutex m;
  Callback callback = nullptr;
  void Fire(int n) {
    Callback now;
    {
      std::lock_guard<std::mutex> held(m);
      now = callback;
    }
    if (now) now(n);
  }
};
static std::mutex of_counts;
static int quiet, loud;
static void Quiet(int n) {
  std::lock_guard<std::mutex> held(of_counts);
  quiet += n;
}
static void Loud(int n) {
-  std::lock_guard<std::mutex> held(of_counts);
  loud += n;
}
static void Test(Callback callback) {
  Source source;
  source.callback = callback;
  std::thread a([&] { source.Fire(1); }), b([&] { source.Fire(2); });
  a.join();
  b.join();
}
int main(int argc, char** argv) {
  if (argc < 2) return 2;
  Test(std::strcmp(argv[1], "loud") ? Quiet : Loud);
}
