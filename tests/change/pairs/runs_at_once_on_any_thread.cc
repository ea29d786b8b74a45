//: what: a task is run at once instead of being queued for the thread that owns the data
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <functional>
#include <mutex>
#include <thread>
#include <vector>
std::mutex mutex;
std::vector<std::function<void()>> tasks;
int state;
void Post(std::function<void()> task) {
-  std::lock_guard<std::mutex> guard(mutex);
-  tasks.push_back(std::move(task));
+  task();
}
void Loop() {
  std::vector<std::function<void()>> now;
  {
    std::lock_guard<std::mutex> guard(mutex);
    now.swap(tasks);
  }
  for (auto& task : now) task();
  ++state;
}
int main() {
  std::thread owner(Loop), other([] { Post([] { ++state; }); });
  owner.join();
  other.join();
}
