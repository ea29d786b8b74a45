//: what: a getter returns a reference
//: impact: changed
//: tests: now later done registry
//: chosen: registry
//: unchosen: now later done
//: args: registry
//: slow: yes
//: fault: race
//: found: yes
#include <algorithm>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

// Timed tasks, and a registry of what can be planned.
using Clock = std::chrono::steady_clock;
struct Task {
  Clock::time_point when;
  int priority;
  std::function<void()> run;
  bool operator<(const Task& other) const { return when > other.when || (when == other.when && priority < other.priority); }
};

class Planner {
 public:
  explicit Planner(int threads = 1) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back(&Planner::Work, this);
  }
  ~Planner() { Stop(); }
  void At(Clock::time_point when, std::function<void()> run, int priority = 0) {
    {
      std::lock_guard<std::mutex> held(mutex_);
      tasks_.push(Task{when, priority, std::move(run)});
    }
    changed_.notify_one();
  }
  void Now(std::function<void()> run) { At(Clock::time_point::min(), std::move(run)); }
  void Stop() {
    {
      std::lock_guard<std::mutex> held(mutex_);
      if (stopped_) return;
      stopped_ = true;
    }
    changed_.notify_all();
    for (auto& t : threads_) t.join();
  }
  int Done() const {
    std::lock_guard<std::mutex> held(mutex_);
    return done_;
  }

 private:
  void Work() {
    std::unique_lock<std::mutex> held(mutex_);
    while (true) {
      changed_.wait(held, [this] { return stopped_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      Task task = tasks_.top();
      if (task.when > Clock::now() && !stopped_) {
        changed_.wait_until(held, task.when);
        continue;
      }
      tasks_.pop();
      held.unlock();
      task.run();
      held.lock();
      ++done_;
    }
  }
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::priority_queue<Task> tasks_;
  bool stopped_ = false;
  int done_ = 0;
  std::vector<std::thread> threads_;
};

class Registry {
 public:
  struct Kind {
    std::string name;
    int uses = 0;
  };
  static Registry& Get() {
    static Registry registry;
    return registry;
  }
-  Kind Use(const std::string& name) {
+  Kind& Use(const std::string& name) {
    std::lock_guard<std::mutex> held(mutex_);
    Kind& kind = kinds_[name];
    kind.name = name;
    ++kind.uses;
    return kind;
  }
  template <class F>
  auto With(F f) {
    std::lock_guard<std::mutex> held(mutex_);
    return f(kinds_);
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Kind> kinds_;
};

static void TestNow() {
  std::mutex mutex;
  int sum = 0;
  {
    Planner planner(2);
    for (int i = 1; i <= 2; ++i)
      planner.Now([&, i] {
        std::lock_guard<std::mutex> held(mutex);
        sum += i;
      });
  }
  assert(sum == 3);
}
static void TestLater() {
  Planner planner;
  bool ran = false;
  planner.At(Clock::now() + std::chrono::seconds(1), [&] { ran = true; });
  planner.Stop();
  assert(ran);
}
static void TestDone() {
  Planner planner;
  planner.Now([] {});
  planner.Done();
}
static void TestRegistry() {
  std::thread a([] { Registry::Get().Use("cron"); });
  auto kind = Registry::Get().Use("cron");
  assert(kind.uses <= 2);
  a.join();
  assert(Registry::Get().With([](auto& kinds) { return kinds.size(); }) == 1);
}
int main(int argc, char** argv) {
  const char* name = argc > 1 ? argv[1] : "now";
  if (!std::strcmp(name, "now")) TestNow();
  if (!std::strcmp(name, "later")) TestLater();
  if (!std::strcmp(name, "done")) TestDone();
  if (!std::strcmp(name, "registry")) TestRegistry();
}
