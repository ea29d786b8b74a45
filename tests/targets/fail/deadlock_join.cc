// shows: main joins a thread that waits for main
// kind: deadlock
// always: yes
#include <mutex>
#include <thread>

static std::mutex lock;

int main() {
  std::lock_guard hold(lock);
  std::thread thread([] { std::lock_guard wait(lock); });
  thread.join();
}
