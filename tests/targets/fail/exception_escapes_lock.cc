// shows: an exception leaves between lock and unlock: the next thread waits for ever
// kind: deadlock
// always: yes
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex lock;
static int calls;

static void Call() {
  try {
    lock.lock();
    if (++calls == 1) throw std::runtime_error("first");
    lock.unlock();
  } catch (const std::runtime_error&) {
  }
}

int main() {
  std::thread a(Call), b(Call);
  a.join();
  b.join();
}
