//: what: the lock is given back while the work is started
//: impact: changed
//: tests: channel ticker phase loader latch
//: chosen: loader
//: unchosen: channel ticker phase latch
//: args: loader
//: slow: yes
//: fault: any
//: found: yes
#include <barrier>
#include <cassert>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <future>
#include <latch>
#include <mutex>
#include <optional>
#include <semaphore>
#include <stop_token>
#include <thread>
#include <vector>

// Stages that hand work to each other.
template <class T>
class Channel {
 public:
  explicit Channel(std::ptrdiff_t room = 2) : free_(room), used_(0) {}
  void Send(T value) {
    free_.acquire();
    {
      std::scoped_lock held(mutex_);
      items_.push_back(std::move(value));
    }
    used_.release();
  }
  T Receive() {
    used_.acquire();
    std::scoped_lock held(mutex_);
    T value = std::move(items_.front());
    items_.pop_front();
    free_.release();
    return value;
  }

 private:
  std::counting_semaphore<8> free_, used_;
  std::mutex mutex_;
  std::deque<T> items_;
};

class Ticker {
 public:
  void Run(std::stop_token stop) {
    std::unique_lock<std::mutex> held(mutex_);
    while (!stop.stop_requested()) {
      changed_.wait(held, stop, [this] { return due_ > 0; });
      if (due_ > 0) {
        --due_;
        ++ticks_;
      }
    }
  }
  void Kick(int n = 1) {
    {
      std::lock_guard<std::mutex> held(mutex_);
      due_ += n;
    }
    changed_.notify_one();
  }
  int Ticks() {
    std::lock_guard<std::mutex> held(mutex_);
    return ticks_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  int due_ = 0, ticks_ = 0;
};

struct Matrix {
  int rows[2][2] = {{1, 2}, {3, 4}};
  int sums[2] = {0, 0};
  int total = 0;
};

static void Phase(Matrix& m, std::barrier<>& sync, int row) {
  for (int v : m.rows[row]) m.sums[row] += v;
  sync.arrive_and_wait();
  if (row == 0) m.total = m.sums[0] + m.sums[1];
  sync.arrive_and_wait();
  assert(m.total == 10);
}

class Loader {
 public:
  std::shared_future<int> Load(int key) {
-    std::lock_guard<std::mutex> held(mutex_);
+    std::unique_lock<std::mutex> held(mutex_);
    if (!result_) {
+      held.unlock();
      std::promise<int> promise;
-      result_ = promise.get_future().share();
+      auto future = promise.get_future().share();
+      held.lock();
+      result_ = future;
      worker_ = std::thread([key, p = std::move(promise)]() mutable { p.set_value(key * 2); });
    }
    return *result_;
  }
  ~Loader() {
    if (worker_.joinable()) worker_.join();
  }

 private:
  std::mutex mutex_;
  std::optional<std::shared_future<int>> result_;
  std::thread worker_;
};

static void TestChannel() {
  Channel<int> channel(1);
  std::thread writer([&] {
    channel.Send(1);
    channel.Send(2);
  });
  int first = channel.Receive(), second = channel.Receive();
  assert(first == 1 && second == 2);
  writer.join();
}
static void TestTicker() {
  Ticker ticker;
  std::jthread runner([&](std::stop_token stop) { ticker.Run(stop); });
  ticker.Kick();
  ticker.Ticks();
}
static void TestPhase() {
  Matrix m;
  std::barrier<> sync(2);
  std::thread a([&] { Phase(m, sync, 0); });
  Phase(m, sync, 1);
  a.join();
}
static void TestLoader() {
  Loader loader;
  std::thread a([&] { assert(loader.Load(4).get() == 8); });
  assert(loader.Load(4).get() == 8);
  a.join();
}
static void TestLatch() {
  std::latch ready(2);
  std::vector<int> values(2);
  std::vector<std::thread> workers;
  for (int i = 0; i < 2; ++i)
    workers.emplace_back([&, i] {
      values[i] = i + 1;
      ready.count_down();
    });
  ready.wait();
  assert(values[0] + values[1] == 3);
  for (auto& w : workers) w.join();
}
int main(int argc, char** argv) {
  const char* name = argc > 1 ? argv[1] : "channel";
  if (!std::strcmp(name, "channel")) TestChannel();
  if (!std::strcmp(name, "ticker")) TestTicker();
  if (!std::strcmp(name, "phase")) TestPhase();
  if (!std::strcmp(name, "loader")) TestLoader();
  if (!std::strcmp(name, "latch")) TestLatch();
}
