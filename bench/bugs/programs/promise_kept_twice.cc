// shows: a promise is kept by a result or by a time limit; both look first whether it is kept already, N of them
// set: once
// args: 1
// args: 4
#include <future>

#include "bug.h"

std::promise<int> promise;
std::atomic<bool> kept{false};
void Keep(int value) {
  if (kept.load()) return;
  promise.set_value(value);
  kept.store(true);
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::future<int> future = promise.get_future();
  RunAll(n + 1, [](int i) { Keep(i); });
  return future.get() < 0;
}
