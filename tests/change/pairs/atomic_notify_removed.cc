//: what: an atomic that somebody waits on is set without notifying
//: impact: changed
//: fault: deadlock
//: found: yes
#include <atomic>
#include <thread>
std::atomic<int> stage;
int main() {
  std::thread a([] {
    stage = 1;
-    stage.notify_one();
  });
  stage.wait(0);
  a.join();
}
