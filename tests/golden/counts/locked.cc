// Three threads, TIMES locked increments each: (3 TIMES)! / (TIMES!)^3 orders of the critical sections.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex mutex;
static int x;

static void Work() {
  for (int i = 0; i < TIMES; ++i) {
    std::lock_guard guard(mutex);
    ++x;
  }
}

int main() {
  std::thread a(Work), b(Work), c(Work);
  a.join();
  b.join();
  c.join();
  assert(x == 3 * TIMES);
}
