//: what: an update takes the shared side because "it only touches atomics", but one field is not
//: impact: changed
//: tests: update read
//: select: update
//: args: update
//: fault: race
//: found: yes
//: slow: yes
#include <atomic>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
class Stats {
 public:
  void Update(const std::string& name, int by) {
-    std::unique_lock<std::shared_mutex> lock(mutex_);
+    std::shared_lock<std::shared_mutex> lock(mutex_);
    total_.fetch_add(by);
    last_ = by;
  }
  int Last() const {
    std::shared_lock<std::shared_mutex> lock(mutex_);
    return last_;
  }
  int Total() const { return total_.load(); }

 private:
  mutable std::shared_mutex mutex_;
  std::atomic<int> total_{0};
  int last_ = 0;
};
int main(int argc, char** argv) {
  Stats stats;
  bool update = argc > 1 && std::string(argv[1]) == "update";
  std::thread a([&] { if (update) stats.Update("a", 1); else stats.Total(); });
  std::thread b([&] { stats.Last(); });
  a.join();
  b.join();
}
