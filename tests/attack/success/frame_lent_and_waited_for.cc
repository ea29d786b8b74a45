// shows: variables of functions are lent to other threads and given back: by join, by a condition, by a flag, by a future
// schedules: 100
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static int* job;
static bool closed;

__attribute__((noinline)) static int Joined() {
  int local = 1;
  std::thread([&local] { local = 2; }).join();
  return local;
}

__attribute__((noinline)) static int WaitedFor() {
  int local = 0;
  std::unique_lock hold(m);
  job = &local;
  changed.notify_all();
  changed.wait(hold, [] { return job == nullptr; });
  return local;
}

__attribute__((noinline)) static int Flagged() {
  int local = 0;
  std::atomic<bool> done = false;
  std::jthread other([&] {
    local = 1;
    done.store(true, std::memory_order_release);
  });
  while (!done.load(std::memory_order_acquire)) std::this_thread::yield();
  return local;
}

__attribute__((noinline)) static int Promised() {
  int local = 0;
  auto answer = std::async(std::launch::async, [&local] { return local = 3; });
  return answer.get() + local;
}

int main() {
  std::thread worker([] {
    std::unique_lock hold(m);
    while (true) {
      changed.wait(hold, [] { return closed || job != nullptr; });
      if (job == nullptr) return;
      ++*job;
      job = nullptr;
      changed.notify_all();
    }
  });
  const int sum = Joined() + WaitedFor() + Flagged() + Promised();
  {
    const std::lock_guard hold(m);
    closed = true;
  }
  changed.notify_all();
  worker.join();
  return sum == 10 ? 0 : 1;
}
