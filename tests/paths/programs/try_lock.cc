// Whether the lock is free decides which way the thread goes.
#include <mutex>
#include <thread>

std::mutex m;
int done, skipped;

int main() {
  std::thread a([] {
    std::lock_guard<std::mutex> lock(m);
    ++done;
  });
  std::thread b([] {
    if (m.try_lock()) {
      ++done;
      m.unlock();
    } else {
      ++skipped;
    }
  });
  a.join(), b.join();
}
