// shows: condition_variable_any waits with a shared_lock; two readers are woken
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
std::shared_mutex m;
std::condition_variable_any cv;
int value;
void Reads() {
  std::shared_lock l(m);
  cv.wait(l, [] { return value != 0; });
  assert(value == 3);
}
int main() {
  std::thread a(Reads), b(Reads);
  {
    std::unique_lock l(m);
    value = 3;
  }
  cv.notify_all();
  a.join(), b.join();
}
