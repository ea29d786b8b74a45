// shows: a job in a queue has the address of a variable of a function that does not wait for it
// kind: heap
// subkind: use-after-return
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static std::deque<int*> jobs;
static bool closed;

static void Work() {
  for (;;) {
    std::unique_lock hold(m);
    changed.wait(hold, [] { return closed || !jobs.empty(); });
    if (jobs.empty()) return;
    int* job = jobs.front();
    jobs.pop_front();
    hold.unlock();
    ++*job;
  }
}

static void Submit() {
  int result = 0;
  const std::lock_guard hold(m);
  jobs.push_back(&result);
  changed.notify_one();
}

int main() {
  std::thread worker(Work);
  Submit();
  {
    const std::lock_guard hold(m);
    closed = true;
  }
  changed.notify_all();
  worker.join();
}
