// shows: the consumer waits inside an outer lock that the producer needs, if the shelf was empty when it came
// set: held
// args: 1
// args: 3
#include "bug.h"

std::mutex outer, inner;
std::condition_variable some;
int items;
void Consume() {
  std::lock_guard o(outer);
  std::unique_lock l(inner);
  some.wait(l, [] { return items > 0; });
  --items;
}
void Produce() {
  {
    std::lock_guard o(outer);  // to be counted
  }
  std::lock_guard l(inner);
  ++items;
  some.notify_one();
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  items = 0;
  RunAll(2 * n, [n](int i) { i < n ? Produce() : Consume(); });
}
