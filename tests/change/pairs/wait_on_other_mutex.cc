//: what: a condition is waited on with another mutex than the state has
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex state_mutex, other_mutex;
std::condition_variable changed;
bool ready;
void Wait() {
-  std::unique_lock<std::mutex> held(state_mutex);
+  std::unique_lock<std::mutex> held(other_mutex);
  while (!ready) changed.wait(held);
}
void Set() {
  std::lock_guard<std::mutex> held(state_mutex);
  ready = true;
  changed.notify_one();
}
int main() {
  std::thread a(Wait), b(Set);
  a.join();
  b.join();
}
