// shows: std::scoped_lock and std::lock take several mutexes in any order without deadlock
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b, c;
static int counter;

int main() {
  std::thread first([] {
    std::scoped_lock hold(a, b, c);
    counter++;
  });
  std::thread second([] {
    std::lock(c, b, a);
    counter++;
    a.unlock();
    b.unlock();
    c.unlock();
  });
  first.join();
  second.join();
  assert(counter == 2);
}
