// shows: a flag that changes between two reads; the counter beside it is touched by one thread only in the failing run
// kind: assert
// races: yes (the counter)
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> stop;
int size;

int main() {
  std::thread t([] {
    if (stop) return;
    assert(!stop);
    size++;
  });
  stop = true;
  const int n = size;
  t.join();
  return n > 5;
}
