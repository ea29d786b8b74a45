// shows: results that become ready, and a condition that is notified, when the destructors of their threads have run
#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

struct AtEnd {
  int* p;
  ~AtEnd() { *p = 7; }
};

int main() {
  int of_promise = 0, of_task = 0, of_notified = 0;
  bool ready = false;
  std::mutex m;
  std::condition_variable cv;
  std::promise<int> promise;
  std::future<int> promised = promise.get_future();
  std::packaged_task<int()> task([] { return 5; });
  std::future<int> done = task.get_future();
  std::thread a([&] {
    thread_local AtEnd end{&of_promise};
    (void)end.p;
    promise.set_value_at_thread_exit(3);
  });
  std::thread b([&] {
    thread_local AtEnd end{&of_task};
    (void)end.p;
    task.make_ready_at_thread_exit();
  });
  assert(promised.get() == 3 && of_promise == 7);
  assert(done.get() == 5 && of_task == 7);
  std::thread c([&] {
    thread_local AtEnd end{&of_notified};
    std::unique_lock held(m);
    ready = end.p != nullptr;
    std::notify_all_at_thread_exit(cv, std::move(held));
  });
  {
    std::unique_lock held(m);
    cv.wait(held, [&] { return ready; });
    assert(of_notified == 7);
  }
  a.join();
  b.join();
  c.join();
}
