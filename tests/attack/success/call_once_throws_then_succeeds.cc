// shows: the first call of call_once may throw; another thread's call then initialises, and all see it
#include <atomic>
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

std::once_flag once;
std::atomic<int> tries{0};
int resource;

void Use() {
  for (;;) try {
      std::call_once(once, [] {
        if (tries++ == 0) throw std::runtime_error("not yet");
        resource = 5;
      });
      break;
    } catch (const std::runtime_error&) {
    }
  assert(resource == 5);
}

int main() {
  std::thread a(Use), b(Use);
  a.join(), b.join();
  assert(tries == 2);
}
