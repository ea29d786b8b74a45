// shows: a thread that waits with a time limit, reads the same as before and waits again can go on: nobody is stuck, also if its
// first wait ended before its time
// explore-flags: --granularity all --fail-on timing
// strategies: random
// schedules: 2000
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex lock;
std::condition_variable changed;
int tokens = 0;

void PassTwice() {
  for (int i = 0; i < 2; ++i) {
    std::unique_lock hold(lock);
    changed.wait_for(hold, std::chrono::milliseconds(1), [] { return tokens > 0; });
  }
}

}  // namespace

int main() {
  std::thread first(PassTwice), second(PassTwice);
  first.join();
  second.join();
}
