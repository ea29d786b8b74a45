// shows: counting semaphores order the slots that they count
#include <cassert>
#include <mutex>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> empty(2);
static std::counting_semaphore<2> full(0);
static int slots[2];

int main() {
  std::thread producer([] {
    for (int i = 0; i < 3; ++i) {
      empty.acquire();
      slots[i % 2] = i + 1;
      full.release();
    }
  });
  for (int i = 0; i < 3; ++i) {
    full.acquire();
    assert(slots[i % 2] == i + 1);
    empty.release();
  }
  producer.join();
}
