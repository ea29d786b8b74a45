// shows: the owner frees while a worker still reads
// kind: heap
// explore-flags: --time-model free
#include <atomic>
#include <memory>
#include <thread>

struct Job {
  int cells[4] = {1, 2, 3, 4};
};

int main() {
  Job* job = new Job;
  std::atomic<bool> started = false;
  int sum = 0;
  std::thread worker([&] {
    started = true;
    sum = job->cells[1] + job->cells[2];
  });
  while (!started) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));  // "long enough"
  delete job;
  worker.join();
  return sum < 0;
}
