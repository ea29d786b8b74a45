// shows: atomics of 1, 2, 4, 8 and 16 bytes, odd sizes through libatomic, floats and pointers
// link: -latomic
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

struct Sixteen {
  uint64_t low, high;
};
struct Twelve {
  uint32_t part[3];
};

static std::atomic<uint8_t> one;
static std::atomic<uint16_t> two;
static std::atomic<uint32_t> four;
static std::atomic<uint64_t> eight;
static std::atomic<Sixteen> sixteen;
static std::atomic<Twelve> twelve;
static std::atomic<double> real;
static std::atomic<int*> pointer;
static int cells[4];

static void Run() {
  one.fetch_add(1);
  two.fetch_add(300);
  four.fetch_add(70000);
  eight.fetch_add(1ull << 33);
  real.fetch_add(0.5);
  pointer.fetch_add(1);
  Sixteen old = sixteen.load();
  while (!sixteen.compare_exchange_weak(old, Sixteen{old.low + 1, old.high + 2})) {
  }
  Twelve seen = twelve.load();
  assert(seen.part[0] == seen.part[2]);
  twelve.store(Twelve{{seen.part[0] + 1, 0, seen.part[0] + 1}});
}

int main() {
  pointer = cells;
  std::thread a(Run), b(Run);
  a.join();
  b.join();
  assert(one == 2 && two == 600 && four == 140000 && eight == 1ull << 34);
  assert(sixteen.load().low == 2 && sixteen.load().high == 4);
  assert(real == 1.0 && pointer == cells + 2);
}
