//: what: new and delete become a unique_ptr
//: impact: changed
//: fault: none
#include <memory>
#include <thread>
struct Job {
  int id = 4;
};
int main() {
-  Job* job = new Job;
-  std::thread a([job] { ++job->id; });
+  auto job = std::make_unique<Job>();
+  std::thread a([p = job.get()] { ++p->id; });
  a.join();
-  delete job;
}
