// shows: cancelling a timer waits for its callback if that runs
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
using Clock = std::chrono::steady_clock;
class Timers {
  std::mutex m;
  std::condition_variable cv, ran;
  std::multimap<Clock::time_point, std::pair<int, std::function<void()>>> all;
  int running = 0, next = 1;
  bool stop = false;
  std::thread t;
  void Loop() {
    std::unique_lock l(m);
    while (!stop) {
      if (all.empty()) {
        cv.wait(l);
        continue;
      }
      auto at = all.begin()->first;
      if (Clock::now() < at) {
        cv.wait_until(l, at);
        continue;
      }
      auto node = all.extract(all.begin());
      running = node.mapped().first;
      l.unlock();
      node.mapped().second();
      l.lock();
      running = 0;
      ran.notify_all();
    }
  }

 public:
  Timers() : t([this] { Loop(); }) {}
  int Add(Clock::duration d, std::function<void()> f) {
    std::lock_guard l(m);
    int id = next++;
    all.emplace(Clock::now() + d, std::pair(id, std::move(f)));
    cv.notify_one();
    return id;
  }
  bool Cancel(int id) {
    std::unique_lock l(m);
    for (auto i = all.begin(); i != all.end(); ++i)
      if (i->second.first == id) {
        all.erase(i);
        return true;
      }
    ran.wait(l, [&] { return running != id; });
    return false;
  }
  ~Timers() {
    {
      std::lock_guard l(m);
      stop = true;
    }
    cv.notify_one();
    t.join();
  }
};
int main() {
  int* counter = new int(0);
  Timers timers;
  int id = timers.Add(std::chrono::milliseconds(5), [counter] { ++*counter; });
  timers.Add(std::chrono::milliseconds(1), [] {});
  bool gone = timers.Cancel(id);
  assert(gone || *counter == 1);
  delete counter;
}
