//: what: the loop asks another stop_source than the one that is stopped
//: impact: changed
//: fault: any
//: found: yes
#include <stop_token>
#include <thread>

std::stop_source all, mine;
int main() {
-  std::thread t([token = all.get_token()] {
+  std::thread t([token = mine.get_token()] {
    while (!token.stop_requested()) std::this_thread::yield();
  });
  all.request_stop();
  t.join();
}
