//: what: the order on success of a loop of compare_exchange_weak is that of failure
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <cassert>
#include <thread>
struct Job {
  int number;
  Job* next;
};
static std::atomic<Job*> jobs{nullptr};
static void Push(Job* job, int number) {
  job->number = number;
  job->next = jobs.load(std::memory_order_relaxed);
-  while (!jobs.compare_exchange_weak(job->next, job, std::memory_order_release, std::memory_order_relaxed)) {
+  while (!jobs.compare_exchange_weak(job->next, job, std::memory_order_relaxed, std::memory_order_relaxed)) {
  }
}
static int First() {
  const Job* job = jobs.load(std::memory_order_acquire);
  return job ? job->number : 0;
}
int main() {
  static Job job;
  std::thread other([] { Push(&job, 3); });
  const int first = First();
  other.join();
  assert(first == 0 || first == 3);
}
