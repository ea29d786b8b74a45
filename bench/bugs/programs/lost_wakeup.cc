// shows: the notification comes before the wait, which does not look at the condition
// set: held
// args: 1
// args: 4
#include "bug.h"

std::mutex m;
std::condition_variable c;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<std::thread> waiters;
  for (int i = 0; i < n; ++i)
    waiters.emplace_back([] {
      std::unique_lock l(m);
      c.wait(l);
    });
  std::thread waker([] {
    std::lock_guard l(m);
    c.notify_all();
  });
  waker.join();
  for (auto& t : waiters) t.join();
}
