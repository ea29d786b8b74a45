// shows: a time limit that runs out is noticed, and the work is done later
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex m;
static int done, skipped;

int main() {
  std::thread a([] {
    std::lock_guard lock(m);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ++done;
  });
  if (m.try_lock_for(std::chrono::milliseconds(10))) {
    ++done;
    m.unlock();
  } else {
    ++skipped;
  }
  a.join();
  assert(done + skipped == 2);
}
