// shows: threads that work until they are told to stop, by one that sleeps meanwhile: the sleep ends although they could go on
// schedules: 20
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

int main() {
  std::atomic<bool> stop = false;
  std::mutex lock;
  long done = 0;
  auto work = [&] {
    while (!stop) {
      std::lock_guard hold(lock);
      ++done;
    }
  };
  std::thread a(work), b(work);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  stop = true;
  a.join();
  b.join();
}
