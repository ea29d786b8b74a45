// shows: std::counting_semaphore bounds how many are inside; timed acquire
#include <atomic>
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

using namespace std::chrono_literals;
static std::counting_semaphore<2> slots(2);
static std::binary_semaphore empty(0);
static std::atomic<int> inside;

static void Enter() {
  slots.acquire();
  assert(inside.fetch_add(1) < 2);
  inside.fetch_sub(1);
  slots.release();
}

int main() {
  std::thread threads[] = {std::thread(Enter), std::thread(Enter), std::thread(Enter)};
  for (std::thread& thread : threads) thread.join();
  assert(slots.try_acquire() && slots.try_acquire() && !slots.try_acquire());
  assert(!empty.try_acquire_for(1ms));
  std::thread releaser([] { empty.release(); });
  empty.acquire();
  releaser.join();
}
