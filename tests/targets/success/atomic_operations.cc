// shows: every read-modify-write operation gives back the old value and is whole
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> added, subtracted, anded{0xff}, ored, xored, exchanged, swapped;

static void Run(int i) {
  added.fetch_add(3);
  subtracted.fetch_sub(2);
  anded.fetch_and(~(1 << i));
  ored.fetch_or(1 << i);
  xored.fetch_xor(5);
  int previous = exchanged.exchange(i + 1);
  assert(previous == 0 || previous == 2 - i);
  int expected = 0;
  if (!swapped.compare_exchange_strong(expected, i + 1)) assert(expected == 2 - i);
}

int main() {
  std::thread a(Run, 0), b(Run, 1);
  a.join();
  b.join();
  assert(added == 6 && subtracted == -4 && anded == 0xfc && ored == 3 && xored == 0);
  assert(exchanged != 0 && swapped != 0);
}
