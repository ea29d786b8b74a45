// shows: a job of a pool refers to a variable of a function that has returned; by then another function has the memory
// kind: heap
// subkind: use-after-return
// strategies: dpor
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static std::deque<int*> jobs;
static int done;

static void Work() {
  std::unique_lock hold(m);
  changed.wait(hold, [] { return !jobs.empty(); });
  int* job = jobs.front();
  hold.unlock();
  const volatile int value = *job;
  (void)value;
  hold.lock();
  done = 1;
  changed.notify_all();
}

static void Submit() {
  int input = 3;
  const std::lock_guard hold(m);
  jobs.push_back(&input);
  changed.notify_all();
}

static void Wait() {
  std::unique_lock hold(m);
  changed.wait(hold, [] { return done != 0; });
}

int main() {
  std::thread worker(Work);
  Submit();
  Wait();
  worker.join();
}
