// shows: the value goes 0, 1, 0: a waiter for "not 0" that looks late sleeps for ever
// kind: deadlock
#include <atomic>
#include <thread>
std::atomic<int> turn{0};
int main() {
  std::thread t([] { turn.wait(0); });
  turn = 1;
  turn.notify_all();
  turn = 0;
  t.join();
}
