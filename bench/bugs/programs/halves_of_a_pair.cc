// shows: a pair is changed as two atomics that always differ by one; N readers take a snapshot of both
// set: unseen
// args: 1
// args: 5
#include "bug.h"

std::atomic<int> low{0}, high{1};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<std::thread> t;
  t.emplace_back([] {
    for (int i = 1; i <= 2; ++i) {
      high.store(i + 1);
      low.store(i);
    }
  });
  for (int i = 0; i < n; ++i)
    t.emplace_back([] {
      const int a = low.load(), b = high.load();
      assert(b == a + 1);
    });
  for (auto& x : t) x.join();
}
