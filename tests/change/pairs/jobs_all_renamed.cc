//: what: classes, members, methods and parameters of a pool have other names
//: impact: same
//: tests: submit drain cancel tally names
//: fault: none
//: slow: yes
#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

// A counter that several threads add to and one asks at the end.
-class Tally {
+class Mean_ {
 public:
  void Add(long n) {
-    std::lock_guard<std::mutex> held(mutex_);
+    std::lock_guard<std::mutex> lock(mutex_);
    sum_ += n;
    ++count_;
  }
  long Mean() const {
-    std::lock_guard<std::mutex> held(mutex_);
+    std::lock_guard<std::mutex> lock(mutex_);
    return count_ == 0 ? 0 : sum_ / count_;
  }
  long Count() const {
-    std::lock_guard<std::mutex> held(mutex_);
+    std::lock_guard<std::mutex> lock(mutex_);
    return count_;
  }

 private:
  mutable std::mutex mutex_;
  long sum_ = 0;
  long count_ = 0;
};

-enum class State { kOpen, kDraining, kClosed };
+enum class State { kOpen, kEmptying, kClosed };

-struct Job {
+struct Task {
  int priority = 0;
  std::string name;
  std::function<long()> body;
};

-class Pool {
+class Workers {
 public:
-  explicit Pool(int workers) {
+  explicit Workers(int workers) {
    for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { Work(); });
  }
-  ~Pool() {
+  ~Workers() {
    Close();
    for (std::thread& thread : threads_) thread.join();
  }
-  bool Submit(Job job) {
+  bool Submit(Task job) {
    {
-      std::lock_guard<std::mutex> held(mutex_);
+      std::lock_guard<std::mutex> lock(mutex_);
      if (state_ != State::kOpen) return false;
-      jobs_.push_back(std::move(job));
+      queue_.push_back(std::move(job));
    }
    wake_.notify_one();
    return true;
  }
  int Cancel(const std::string& name) {
-    std::lock_guard<std::mutex> held(mutex_);
+    std::lock_guard<std::mutex> lock(mutex_);
-    auto gone = std::remove_if(jobs_.begin(), jobs_.end(), [&](const Job& job) { return job.name == name; });
+    auto gone = std::remove_if(queue_.begin(), queue_.end(), [&](const Task& job) { return job.name == name; });
-    int n = static_cast<int>(jobs_.end() - gone);
+    int n = static_cast<int>(queue_.end() - gone);
-    jobs_.erase(gone, jobs_.end());
+    queue_.erase(gone, queue_.end());
    return n;
  }
  void Drain() {
-    std::unique_lock<std::mutex> held(mutex_);
+    std::unique_lock<std::mutex> lock(mutex_);
-    state_ = State::kDraining;
+    state_ = State::kEmptying;
-    idle_.wait(held, [this] { return jobs_.empty() && running_ == 0; });
+    idle_.wait(lock, [this] { return queue_.empty() && busy_ == 0; });
    state_ = State::kOpen;
  }
  void Close() {
    {
-      std::lock_guard<std::mutex> held(mutex_);
+      std::lock_guard<std::mutex> lock(mutex_);
      state_ = State::kClosed;
    }
    wake_.notify_all();
  }
  size_t Waiting() const {
-    std::lock_guard<std::mutex> held(mutex_);
+    std::lock_guard<std::mutex> lock(mutex_);
-    return jobs_.size();
+    return queue_.size();
  }
-  const Tally& results() const { return results_; }
+  const Mean_& results() const { return results_; }

 private:
-  bool Take(Job* job) {
+  bool Next(Task* job) {
-    std::unique_lock<std::mutex> held(mutex_);
+    std::unique_lock<std::mutex> lock(mutex_);
-    wake_.wait(held, [this] { return !jobs_.empty() || state_ == State::kClosed; });
+    wake_.wait(lock, [this] { return !queue_.empty() || state_ == State::kClosed; });
-    if (jobs_.empty()) return false;
+    if (queue_.empty()) return false;
-    auto best = std::max_element(jobs_.begin(), jobs_.end(), [](const Job& a, const Job& b) { return a.priority < b.priority; });
+    auto best = std::max_element(queue_.begin(), queue_.end(), [](const Task& a, const Task& b) { return a.priority < b.priority; });
    *job = std::move(*best);
-    jobs_.erase(best);
+    queue_.erase(best);
-    ++running_;
+    ++busy_;
    return true;
  }
  void Done() {
-    std::lock_guard<std::mutex> held(mutex_);
+    std::lock_guard<std::mutex> lock(mutex_);
-    --running_;
+    --busy_;
-    if (running_ == 0 && jobs_.empty()) idle_.notify_all();
+    if (busy_ == 0 && queue_.empty()) idle_.notify_all();
  }
  void Work() {
-    Job job;
+    Task job;
-    while (Take(&job)) {
+    while (Next(&job)) {
      results_.Add(job.body());
      Done();
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable idle_;
-  std::deque<Job> jobs_;
+  std::deque<Task> queue_;
  State state_ = State::kOpen;
-  int running_ = 0;
+  int busy_ = 0;
-  Tally results_;
+  Mean_ results_;
  std::vector<std::thread> threads_;
};

static void TestSubmit() {
-  Pool pool(2);
+  Workers pool(2);
  std::thread other([&] { pool.Submit({1, "a", [] { return 1L; }}); });
  pool.Submit({2, "b", [] { return 2L; }});
  other.join();
}
static void TestDrain() {
-  Pool pool(1);
+  Workers pool(1);
  pool.Submit({1, "a", [] { return 3L; }});
  pool.Drain();
  assert(pool.Waiting() == 0);
  assert(pool.results().Count() == 1);
}
static void TestCancel() {
-  Pool pool(1);
+  Workers pool(1);
  pool.Submit({1, "a", [] { return 3L; }});
  std::thread other([&] { pool.Cancel("a"); });
  pool.Cancel("b");
  other.join();
}
-static void TestTally() {
+static void TestMean_() {
-  Tally tally;
+  Mean_ tally;
  std::thread other([&] { tally.Add(2); });
  tally.Add(4);
  tally.Mean();
  other.join();
  assert(tally.Mean() == 3);
}
static void TestNames() {
  std::vector<std::string> names = {"x", "y"};
  std::thread other([&] { names[0] += "1"; });
  names[1] += "2";
  other.join();
}

int main(int argc, char** argv) {
  const char* test = argc > 1 ? argv[1] : "submit";
  if (std::strcmp(test, "submit") == 0) TestSubmit();
  if (std::strcmp(test, "drain") == 0) TestDrain();
  if (std::strcmp(test, "cancel") == 0) TestCancel();
-  if (std::strcmp(test, "tally") == 0) TestTally();
+  if (std::strcmp(test, "tally") == 0) TestMean_();
  if (std::strcmp(test, "names") == 0) TestNames();
}
