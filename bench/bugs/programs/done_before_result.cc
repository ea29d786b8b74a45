// shows: N workers count down a latch and then write their result; the first thread adds the results up
// set: unseen
// args: 1
// args: 4
// args: 20
#include "bug.h"

std::mutex m;
std::condition_variable all;
int result[32], open_jobs;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  open_jobs = n;
  std::vector<std::thread> t;
  for (int i = 0; i < n; ++i)
    t.emplace_back([i] {
      {
        std::lock_guard hold(m);
        if (--open_jobs == 0) all.notify_one();
      }
      std::lock_guard hold(m);
      result[i] = 1;
    });
  int sum = 0;
  {
    std::unique_lock hold(m);
    all.wait(hold, [] { return open_jobs == 0; });
    for (int i = 0; i < n; ++i) sum += result[i];
  }
  for (auto& x : t) x.join();
  assert(sum == n);
}
