// shows: a wait that nobody will ever end
// kind: deadlock
// always: yes
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex lock;
  std::condition_variable never;
  std::thread thread([&] {
    std::unique_lock hold(lock);
    never.wait(hold, [] { return false; });
  });
  thread.join();
}
