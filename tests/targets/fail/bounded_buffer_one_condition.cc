// shows: one condition variable for "full" and "empty" and notify_one: the signal goes to the wrong side
// kind: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static int count;

static void Put() {
  std::unique_lock hold(lock);
  while (count == 1) changed.wait(hold);
  count++;
  changed.notify_one();
}

static void Take() {
  std::unique_lock hold(lock);
  while (count == 0) changed.wait(hold);
  count--;
  changed.notify_one();
}

int main() {
  std::thread threads[] = {std::thread(Take), std::thread(Take), std::thread([] { Put(); Put(); })};
  for (std::thread& thread : threads) thread.join();
}
