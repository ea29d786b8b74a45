// shows: push and pop of one stack under two different locks
// kind: assert|heap
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex push_lock, pop_lock;
static int cells[8], size;
static int pushed, popped;

int main() {
  cells[size++] = 1;
  std::thread pusher([] {
    std::lock_guard guard(push_lock);
    cells[size] = 2;
    size = size + 1;
    pushed++;
  });
  std::thread popper([] {
    std::lock_guard guard(pop_lock);
    if (size > 0) {
      size = size - 1;
      popped++;
    }
  });
  pusher.join();
  popper.join();
  assert(size == 1 + pushed - popped);
}
