// shows: std::condition_variable with a predicate, notify_one and notify_all
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static std::queue<int> queue;
static bool closed;
static int sum;

static void Consume() {
  for (;;) {
    std::unique_lock hold(lock);
    changed.wait(hold, [] { return closed || !queue.empty(); });
    if (queue.empty()) return;
    sum += queue.front();
    queue.pop();
  }
}

int main() {
  std::thread a(Consume), b(Consume);
  for (int i = 1; i <= 3; i++) {
    std::lock_guard guard(lock);
    queue.push(i);
    changed.notify_one();
  }
  {
    std::lock_guard guard(lock);
    closed = true;
  }
  changed.notify_all();
  a.join();
  b.join();
  assert(sum == 6);
}
