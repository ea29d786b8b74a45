// shows: notify after unlock: the woken waiter has seen the flag by itself and destroyed the condition variable
// kind: heap|race
#include <condition_variable>
#include <mutex>
#include <thread>

struct Event {
  std::mutex m;
  std::condition_variable cv;
  bool set = false;
};

int main() {
  Event* e = new Event;
  std::condition_variable* cv = &e->cv;
  std::thread t([e, cv] {
    {
      std::lock_guard lock(e->m);
      e->set = true;
    }
    cv->notify_one();
  });
  {
    std::unique_lock lock(e->m);
    while (!e->set) cv->wait(lock);
  }
  delete e;
  t.join();
}
