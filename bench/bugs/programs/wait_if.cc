// shows: a consumer is woken, another one takes the item first
// set: tune
// args: 2
// args: 4
#include "bug.h"

std::mutex m;
std::condition_variable c;
int items, given;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  std::thread producer([n] {
    for (int i = 0; i < n; ++i) {
      std::lock_guard l(m);
      ++items;
      c.notify_one();
    }
  });
  RunAll(n, [](int) {
    std::unique_lock l(m);
    if (items == 0) c.wait(l);
    assert(items > 0);
    --items;
  });
  producer.join();
}
