//: what: the end of a job gives the lock back before it asks whether all are done
//: impact: changed
//: tests: submit drain cancel tally names
//: chosen: submit
//: unchosen: tally names
//: args: submit
//: fault: race
//: found: yes
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
class Tally {
 public:
  void Add(long n) {
    std::lock_guard<std::mutex> held(mutex_);
    sum_ += n;
    ++count_;
  }
  long Mean() const {
    std::lock_guard<std::mutex> held(mutex_);
    return count_ == 0 ? 0 : sum_ / count_;
  }
  long Count() const {
    std::lock_guard<std::mutex> held(mutex_);
    return count_;
  }

 private:
  mutable std::mutex mutex_;
  long sum_ = 0;
  long count_ = 0;
};

enum class State { kOpen, kDraining, kClosed };

struct Job {
  int priority = 0;
  std::string name;
  std::function<long()> body;
};

class Pool {
 public:
  explicit Pool(int workers) {
    for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { Work(); });
  }
  ~Pool() {
    Close();
    for (std::thread& thread : threads_) thread.join();
  }
  bool Submit(Job job) {
    {
      std::lock_guard<std::mutex> held(mutex_);
      if (state_ != State::kOpen) return false;
      jobs_.push_back(std::move(job));
    }
    wake_.notify_one();
    return true;
  }
  int Cancel(const std::string& name) {
    std::lock_guard<std::mutex> held(mutex_);
    auto gone = std::remove_if(jobs_.begin(), jobs_.end(), [&](const Job& job) { return job.name == name; });
    int n = static_cast<int>(jobs_.end() - gone);
    jobs_.erase(gone, jobs_.end());
    return n;
  }
  void Drain() {
    std::unique_lock<std::mutex> held(mutex_);
    state_ = State::kDraining;
    idle_.wait(held, [this] { return jobs_.empty() && running_ == 0; });
    state_ = State::kOpen;
  }
  void Close() {
    {
      std::lock_guard<std::mutex> held(mutex_);
      state_ = State::kClosed;
    }
    wake_.notify_all();
  }
  size_t Waiting() const {
    std::lock_guard<std::mutex> held(mutex_);
    return jobs_.size();
  }
  const Tally& results() const { return results_; }

 private:
  bool Take(Job* job) {
    std::unique_lock<std::mutex> held(mutex_);
    wake_.wait(held, [this] { return !jobs_.empty() || state_ == State::kClosed; });
    if (jobs_.empty()) return false;
    auto best = std::max_element(jobs_.begin(), jobs_.end(), [](const Job& a, const Job& b) { return a.priority < b.priority; });
    *job = std::move(*best);
    jobs_.erase(best);
    ++running_;
    return true;
  }
  void Done() {
+    {
-    std::lock_guard<std::mutex> held(mutex_);
+      std::lock_guard<std::mutex> held(mutex_);
-    --running_;
+      --running_;
+    }
    if (running_ == 0 && jobs_.empty()) idle_.notify_all();
  }
  void Work() {
    Job job;
    while (Take(&job)) {
      results_.Add(job.body());
      Done();
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable idle_;
  std::deque<Job> jobs_;
  State state_ = State::kOpen;
  int running_ = 0;
  Tally results_;
  std::vector<std::thread> threads_;
};

static void TestSubmit() {
  Pool pool(2);
  std::thread other([&] { pool.Submit({1, "a", [] { return 1L; }}); });
  pool.Submit({2, "b", [] { return 2L; }});
  other.join();
}
static void TestDrain() {
  Pool pool(1);
  pool.Submit({1, "a", [] { return 3L; }});
  pool.Drain();
  assert(pool.Waiting() == 0);
  assert(pool.results().Count() == 1);
}
static void TestCancel() {
  Pool pool(1);
  pool.Submit({1, "a", [] { return 3L; }});
  std::thread other([&] { pool.Cancel("a"); });
  pool.Cancel("b");
  other.join();
}
static void TestTally() {
  Tally tally;
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
  if (std::strcmp(test, "tally") == 0) TestTally();
  if (std::strcmp(test, "names") == 0) TestNames();
}
