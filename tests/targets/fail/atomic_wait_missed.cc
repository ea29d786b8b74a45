// shows: atomic::wait on a value whose change is never notified
// kind: deadlock
#include <atomic>
#include <thread>

static std::atomic<int> stage, work;

int main() {
  std::thread waiter([] { stage.wait(0); });
  std::thread other([] { work++; });
  for (int i = 0; i < 64; i++) work++;  // wait polls for a while before it sleeps
  stage.store(1);                       // no notify
  other.join();
  waiter.join();
}
