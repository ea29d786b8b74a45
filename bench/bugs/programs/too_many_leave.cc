// shows: a pool of N is made smaller by one; a worker looks without the lock whether it is too many, and two of them leave
// set: once
// args: 2
// args: 4
#include "bug.h"

std::mutex m;
std::condition_variable some;
std::atomic<int> too_many{0};
int jobs, workers;
bool Leave() {
  if (too_many.load() <= 0) return false;
  std::lock_guard l(m);
  --too_many, --workers;
  assert(workers > 0);
  return true;
}
void Worker(int n) {
  for (;;) {
    if (Leave()) return;
    std::unique_lock l(m);
    if (jobs == 0) return;
    if (--jobs == n) too_many.fetch_add(workers - 1);  // few are left: one worker is enough
  }
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  workers = n, jobs = 2 * n;
  RunAll(n, [n](int) { Worker(n); });
}
