// shows: two threads that look again every millisecond, for ever, for what only the other could do
// kind: livelock
// always: yes
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static bool first, second;

static void Wait(bool& mine, bool& other) {
  std::unique_lock hold(lock);
  while (!other) changed.wait_for(hold, std::chrono::milliseconds(1));
  mine = true;
  changed.notify_all();
}

int main() {
  std::thread a([] { Wait(first, second); }), b([] { Wait(second, first); });
  a.join();
  b.join();
}
