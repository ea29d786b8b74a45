//: what: a class that is the element of library containers and is in a std::function has another name
//: impact: same
//: fault: none
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
-struct Job {
-  std::string name;
-  std::function<void()> run;
-};
-using Jobs = std::map<int, std::shared_ptr<Job>>;
-static Jobs jobs;
+struct Task {
+  std::string title;
+  std::function<void()> body;
+};
+using Tasks = std::map<int, std::shared_ptr<Task>>;
+static Tasks tasks;
static std::mutex mutex;
static int ran;
static void Work(int id) {
  std::lock_guard<std::mutex> held(mutex);
-  auto job = std::make_shared<Job>(Job{"x", [] { ++ran; }});
-  jobs[id] = job;
-  std::vector<Job> all(2, *job);
-  for (Job& each : all) each.run();
+  auto task = std::make_shared<Task>(Task{"x", [] { ++ran; }});
+  tasks[id] = task;
+  std::vector<Task> all(2, *task);
+  for (Task& each : all) each.body();
}
int main() {
  std::thread a(Work, 1), b(Work, 2);
  a.join();
  b.join();
}
