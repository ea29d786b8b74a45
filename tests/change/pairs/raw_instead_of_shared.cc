//: what: a thread keeps a raw pointer instead of a share
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <memory>
#include <thread>
struct Job {
  int n = 0;
};
int main() {
  auto job = std::make_shared<Job>();
-  std::thread a([job] { job->n = 1; });
+  std::thread a([job = job.get()] { job->n = 1; });
  job.reset();
  a.join();
}
