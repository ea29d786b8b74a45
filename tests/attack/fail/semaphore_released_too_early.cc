// shows: the slot is announced before it is filled
// kind: race
#include <semaphore>
#include <thread>

static std::binary_semaphore full(0);
static int slot;
static volatile int sink;

int main() {
  std::thread producer([] {
    full.release();
    slot = 1;
  });
  full.acquire();
  sink = slot;
  producer.join();
}
