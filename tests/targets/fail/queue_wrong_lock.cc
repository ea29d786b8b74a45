// shows: a queue's length is changed by both ends, each under its own lock
// kind: assert
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex head_lock, tail_lock;
static int cells[8], head, tail = 2, length = 2;

int main() {
  std::thread enqueues([] {
    std::lock_guard guard(tail_lock);
    cells[tail++] = 9;
    length++;
  });
  std::thread dequeues([] {
    std::lock_guard guard(head_lock);
    head++;
    length--;
  });
  enqueues.join();
  dequeues.join();
  assert(length == tail - head);
}
