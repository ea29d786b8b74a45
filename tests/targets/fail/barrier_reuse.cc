// shows: a hand-made barrier that resets its count too early: used again, a fast thread passes it twice
// kind: assert|deadlock
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable all_here;
static int waiting, round_of[2];

static void Barrier() {
  std::unique_lock hold(lock);
  if (++waiting == 2) {
    all_here.notify_all();
  } else {
    while (waiting < 2) all_here.wait(hold);
  }
  if (waiting == 2) waiting = 0;  // the other one may not have seen the 2 yet
}

int main() {
  auto run = [](int me) {
    for (int round = 1; round <= 2; round++) {
      {
        std::lock_guard guard(lock);
        round_of[me] = round;
      }
      Barrier();
      std::lock_guard guard(lock);
      assert(round_of[1 - me] >= round);
    }
  };
  std::thread a(run, 0), b(run, 1);
  a.join();
  b.join();
}
