//: what: the body of a locked block becomes a function of its own, called behind the block
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
#include <vector>
std::mutex mutex;
std::vector<int> jobs;
int done;
+static void Finish(int job) { done += job; }
void Work() {
  int job = 0;
  {
    std::lock_guard<std::mutex> guard(mutex);
    if (!jobs.empty()) {
      job = jobs.back();
      jobs.pop_back();
    }
-    done += job;
  }
+  Finish(job);
}
int main() {
  jobs = {1, 2};
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
