// shows: a barrier for three that two threads reach
// kind: deadlock
// always: yes
#include <barrier>
#include <thread>

int main() {
  std::barrier barrier(3);
  std::thread a([&] { barrier.arrive_and_wait(); });
  std::thread b([&] { barrier.arrive_and_wait(); });
  a.join();
  b.join();
}
