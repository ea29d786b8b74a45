// shows: a latch that counts a thread which was not started
// kind: deadlock
// always: yes
#include <latch>
#include <thread>

int main() {
  std::latch ready(3);
  std::thread a([&] { ready.count_down(); }), b([&] { ready.count_down(); });
  ready.wait();
  a.join(), b.join();
}
