// x = x + y against y = y + x, TIMES rounds, each two loads and a store: 1,107 classes for 4, 8,953 for 5.
#include <atomic>
#include <thread>

static std::atomic<long> x{1}, y{1};

static void Add(std::atomic<long>& to, std::atomic<long>& from) {
  for (int i = 0; i < TIMES; ++i) {
    const long a = to.load();
    const long b = from.load();
    to.store(a + b);
  }
}

int main() {
  std::thread a([] { Add(x, y); }), b([] { Add(y, x); });
  a.join();
  b.join();
}
