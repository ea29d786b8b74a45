// shows: a pool whose workers leave when told to stop although a job was just accepted
// kind: assert
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static std::deque<std::function<void()>> jobs;
static bool stopping;
static int done;

static void Work() {
  for (;;) {
    std::unique_lock hold(lock);
    changed.wait(hold, [] { return stopping || !jobs.empty(); });
    if (stopping) return;  // should be: stopping and nothing left
    auto job = std::move(jobs.front());
    jobs.pop_front();
    hold.unlock();
    job();
  }
}

int main() {
  std::thread worker(Work);
  {
    std::lock_guard guard(lock);
    jobs.push_back([] { done++; });
  }
  changed.notify_one();
  {
    std::lock_guard guard(lock);
    stopping = true;
  }
  changed.notify_all();
  worker.join();
  assert(done == 1);
}
