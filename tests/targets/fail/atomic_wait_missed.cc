// shows: atomic::wait on a value whose change is never notified
// kind: deadlock
#include <atomic>
#include <thread>

int main() {
  std::atomic<int> stage = 0, work = 0;
  std::thread waiter([&] { stage.wait(0); });
  for (int i = 0; i < 64; i++) work++;  // wait polls for a while before it sleeps
  stage.store(1);                       // no notify
  waiter.join();
}
