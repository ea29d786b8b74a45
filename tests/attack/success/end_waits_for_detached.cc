// shows: main waits for what a detached thread does, by a condition variable that is never destroyed
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

struct Shared {
  std::mutex lock;
  std::condition_variable done;
  bool finished = false;
};

int main() {
  auto& shared = *new Shared;
  std::thread([&shared] {
    std::lock_guard guard(shared.lock);
    shared.finished = true;
    shared.done.notify_one();
  }).detach();
  std::unique_lock guard(shared.lock);
  shared.done.wait(guard, [&] { return shared.finished; });
  assert(shared.finished);
}
