//: what: the waited-for flag is an atomic and set without the lock: the wake-up can be lost
//: impact: changed
//: fault: deadlock
//: found: yes
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable changed;
std::atomic<bool> ready;
void Waiter() {
  std::unique_lock<std::mutex> held(m);
  while (!ready) changed.wait(held);
}
void Setter() {
-  std::lock_guard<std::mutex> held(m);
  ready = true;
  changed.notify_one();
}
int main() {
  std::thread a(Waiter), b(Setter);
  a.join();
  b.join();
}
