//: what: a worker looks at the flag before it looks whether jobs are left
//: impact: changed
//: select: yes
//: fault: assert
//: found: yes
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
std::mutex mutex;
std::condition_variable wake;
std::deque<int> jobs;
bool stop;
int done;
void Loop() {
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    wake.wait(lock, [] { return stop || !jobs.empty(); });
-    if (jobs.empty()) return;
+    if (stop) return;
    done += jobs.front();
    jobs.pop_front();
  }
}
int main() {
  std::thread worker(Loop);
  {
    std::lock_guard<std::mutex> guard(mutex);
    jobs.push_back(1);
  }
  wake.notify_one();
  {
    std::lock_guard<std::mutex> guard(mutex);
    stop = true;
  }
  wake.notify_one();
  worker.join();
  assert(done == 1);
}
