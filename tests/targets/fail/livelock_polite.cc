// shows: two threads that each wait for the other to go first, for ever, when both raised their flag
// kind: livelock
#include <atomic>
#include <thread>

static std::atomic<bool> wants[2];

static void Enter(int me) {
  wants[me] = true;
  while (wants[1 - me]) std::this_thread::yield();
  wants[me] = false;
}

int main() {
  std::thread a(Enter, 0), b(Enter, 1);
  a.join();
  b.join();
}
