//: what: a lock that its owner may take again is skipped by whoever sees an owner
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <mutex>
#include <thread>
std::mutex mutex;
std::atomic<std::thread::id> owner;
int n;
void Work() {
-  const bool mine = owner.load() == std::this_thread::get_id();
+  const bool mine = owner.load() != std::thread::id();
  if (!mine) {
    mutex.lock();
    owner = std::this_thread::get_id();
  }
  ++n;
  if (!mine) {
    owner = std::thread::id();
    mutex.unlock();
  }
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
