// shows: atomic::wait returns after a change and a notify, with notify_one, notify_all and atomic_flag
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> stage = 0;
  std::atomic<bool> wide = false;
  std::atomic_flag flag;
  std::thread a([&] {
    stage.wait(0);
    assert(stage.load() == 1);
    flag.test_and_set();
    flag.notify_one();
  });
  std::thread b([&] {
    wide.wait(false);
    assert(wide.load());
  });
  stage.store(1);
  stage.notify_all();
  flag.wait(false);
  wide = true;
  wide.notify_one();
  a.join();
  b.join();
}
