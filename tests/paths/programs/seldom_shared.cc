// What a thread reads is written by the other one on some paths only: runs of other paths have shown the read all the same.
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int x, y, z, turns;

static bool Positive() {
  std::shared_lock<std::shared_mutex> guard(m);
  return z > 0;
}

int main() {
  std::thread first([] {
    z = x;
    if (Positive()) x = 1;
    if (Positive()) ++turns;
  });
  std::thread second([] {
    if (x > 0 || y > 0) {
      if (!Positive()) y = x;
      z = x;
    } else {
      z = 1;
    }
    if (Positive()) y = 0;
    if (Positive()) y = 1;
  });
  first.join(), second.join();
}
