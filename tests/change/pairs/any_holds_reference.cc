//: what: a task keeps a reference to a local in std::any, no longer a copy
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
//: slow: yes
#include <any>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>
std::mutex mutex;
std::vector<std::any> tasks;
void Post(std::any task) {
  std::lock_guard<std::mutex> guard(mutex);
  tasks.push_back(std::move(task));
}
int Run() {
  std::any task;
  {
    std::lock_guard<std::mutex> guard(mutex);
    if (tasks.empty()) return 0;
    task = tasks.back();
  }
  return std::any_cast<std::function<int()>>(task)();
}
int main() {
  int value = 1;
-  Post(std::function<int()>([value] { return value; }));
+  Post(std::function<int()>([&value] { return value; }));
  std::thread worker(Run);
  value = 2;
  worker.join();
}
