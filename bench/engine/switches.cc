// Two threads that do nothing but scheduling points, so that under the random strategy every second one is a switch; or, with
// "alone", one of them does the points of both, so that none is. usage: switches POINTS [alone]
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {
std::atomic<int> word{0};
void Add(int points) {
  for (int i = 0; i < points; ++i) word.fetch_add(1, std::memory_order_relaxed);
}
}  // namespace

int main(int argc, char** argv) {
  const int points = argc > 1 ? std::atoi(argv[1]) : 1;
  const bool alone = argc > 2;
  std::thread a(Add, alone ? 2 * points : points), b(Add, alone ? 0 : points);
  a.join();
  b.join();
  return word.load() != 2 * points;
}
