// shows: two conditions share a variable, and one signal wakes who cannot use it
// kind: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable cv;
static bool red, blue;

static void WaitFor(bool& colour) {
  std::unique_lock lock(m);
  cv.wait(lock, [&] { return colour; });
}
static void Set(bool& colour) {
  std::lock_guard lock(m);
  colour = true;
  cv.notify_one();
}

int main() {
  std::thread a([] { WaitFor(red); Set(blue); });
  std::thread b([] { WaitFor(blue); });
  Set(red);
  a.join(), b.join();
}
