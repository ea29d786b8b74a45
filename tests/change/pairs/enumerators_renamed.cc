//: what: an enum and its enumerators get other names and the same values
//: impact: same
//: fault: none
#include <mutex>
#include <thread>
-enum State { kIdle, kBusy };
+enum class State { kWaiting, kRunning };
std::mutex m;
-State state = kIdle;
+State state = State::kWaiting;
void Work() {
  std::lock_guard<std::mutex> held(m);
-  if (state == kIdle) state = kBusy;
+  if (state == State::kWaiting) state = State::kRunning;
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
