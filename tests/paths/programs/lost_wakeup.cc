// Waits without looking whether the notification has been made.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable ready;
int value;

int main() {
  std::thread waiter([] {
    std::unique_lock<std::mutex> lock(m);
    ready.wait(lock);
    if (value == 0) value = 2;
  });
  std::thread notifier([] {
    std::lock_guard<std::mutex> lock(m);
    value = 1;
    ready.notify_all();
  });
  waiter.join(), notifier.join();
}
