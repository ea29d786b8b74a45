// shows: a circular buffer of one producer and one consumer whose index moves before the item is stored
// kind: assert
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> buffer[4];
static std::atomic<unsigned> first, next;

static bool Put(int value) {
  unsigned at = next;
  if (at - first == 4) return false;
  next = at + 1;
  buffer[at % 4] = value;
  return true;
}

static int Take() {
  unsigned at = first;
  if (at == next) return -1;
  int value = buffer[at % 4];
  first = at + 1;
  return value;
}

int main() {
  std::thread producer([] {
    for (int i = 1; i <= 3; i++) Put(i);
  });
  std::thread consumer([] {
    int expected = 1;
    for (int i = 0; i < 3; i++) {
      int got = Take();
      if (got != -1) assert(got == expected++);
    }
  });
  producer.join();
  consumer.join();
}
